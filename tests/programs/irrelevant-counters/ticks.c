/* expect: safe
 * Ticks are counted without end; only the flag decides. */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  unsigned int ticks = 0;
  int flag = 0;
  while (__VERIFIER_nondet_int())
    ticks = ticks + 1;
  if (ticks == 4000000000u && flag != 0)
    reach_error();
  return 0;
}
