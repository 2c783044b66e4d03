/* Values without end: an analysis that tracks all of them never comes to its own end. */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  unsigned long long steps = 0, mixed = 1;
  int flag = 0;
  while (__VERIFIER_nondet_int()) {
    steps = steps + 1;
    mixed = mixed * 3 + steps;
    if (steps == 0 && mixed == 77)
      flag = 1;
  }
  if (flag)
    reach_error();
  return 0;
}
