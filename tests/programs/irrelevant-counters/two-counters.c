/* expect: safe
 * Two counters go up and down; neither has a say in the error. */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  unsigned int up = 0, down = 4000000000u;
  int armed = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int())
      up = up + 1;
    else
      down = down - 1;
    if (armed && up == down)
      reach_error();
  }
  return 0;
}
