/* expect: safe
 * A clock wraps around at its width; the phase follows from the phase alone. */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  unsigned int clock = 0;
  int phase = 0;
  while (__VERIFIER_nondet_int()) {
    clock = clock + 5;
    phase = 1 - phase;
    if (phase != 0 && phase != 1 && clock > 100)
      reach_error();
  }
  return 0;
}
