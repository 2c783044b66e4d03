// Two checks, asked for one by one: neither is lost.
// plain: unsafe
// twin: safe
// options: --check assert --check bounds
// solved: default
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[4] = {0};
  int i = __VERIFIER_nondet_int();
#ifdef TWIN
  if (i < 0 || i > 3) return 0;
#else
  if (i < 0 || i > 3 || a[i] != 0) return 0;
  if (i == 2) reach_error();
#endif
  return a[i];
}
