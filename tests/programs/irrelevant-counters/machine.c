/* expect: safe
 * A machine of three states beside a counter of its steps. */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int state = 0;
  unsigned int steps = 0;
  while (__VERIFIER_nondet_int()) {
    if (state == 0)
      state = 1;
    else if (state == 1)
      state = __VERIFIER_nondet_int() ? 2 : 0;
    else
      state = 0;
    steps = steps + 1;
    if (steps == 123456789u && state == 7)
      reach_error();
  }
  if (state > 2)
    reach_error();
  return 0;
}
