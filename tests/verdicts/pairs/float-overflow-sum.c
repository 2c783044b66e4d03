// A sum of finite numbers may be infinite; one of infinity is no overflow.
// plain: unsafe
// twin: safe
// options: --check float-overflow
// solved: default
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
#ifdef TWIN
  if (x < 1.7976931348623157e308 || x > 1e309) x = 1;
  if (x == 1.7976931348623157e308) x = 2;
  double y = x + 1;
#else
  if (!(x >= 1e308 && x <= 1.7976931348623157e308)) return 0;
  double y = x + x;
#endif
  return y > 0;
}
