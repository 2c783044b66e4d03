// A float that is converted fits the integer.
// plain: unsafe
// twin: safe
// options: --check float-to-int
// solved: default
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  double x = (double)n * 2.0;
#ifdef TWIN
  if (n < -1000 || n > 1000) return 0;
#endif
  int m = (int)x;
  return m == 7;
}
