// 0.0 / 0.0 is NaN; so is infinity minus infinity, and infinity times zero.
// plain: unsafe
// twin: safe
// options: --check nan
// solved: default
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
#ifdef TWIN
  if (!(x >= -1e3 && x <= 1e3 && y >= 1 && y <= 2)) return 0;
#else
  if (!(x >= -1e3 && x <= 1e3 && y >= 0 && y <= 2)) return 0;
#endif
  return x / y > 1;
}
