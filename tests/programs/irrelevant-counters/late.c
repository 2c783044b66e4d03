/* expect: unsafe
 * The error needs two turns; a counter that grows on the way there is of no use. */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int state = 0;
  unsigned int waited = 0;
  while (__VERIFIER_nondet_int())
    waited = waited + 3;
  if (__VERIFIER_nondet_int() == 12)
    state = 1;
  if (state == 1 && waited != 1)
    reach_error();
  return 0;
}
