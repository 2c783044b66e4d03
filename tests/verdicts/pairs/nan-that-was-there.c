// What was NaN before is no new one; infinity minus infinity is.
// plain: unsafe
// twin: safe
// options: --check nan
// solved: default
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
#ifdef TWIN
  if (x == x) return 0;
  return x + 1 > 0;
#else
  if (x - x > 1) return 1;
  return 0;
#endif
}
