// plain: safe
// twin: unsafe
// Two numbers that grow in some rounds only: what each is at most stands in no condition, and no way round the loop brings it back.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = 0, m = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int() && n < 16) n += 3;
    if (__VERIFIER_nondet_int() && m < 16) m += 3;
  }
#ifdef TWIN
  if (n + m > 35) reach_error();
#else
  if (n + m > 36) reach_error();
#endif
  return 0;
}
