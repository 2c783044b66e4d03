// A double beyond the greatest float, also by half of the last place, is infinite as a float.
// plain: unsafe
// twin: safe
// options: --check float-overflow
// solved: default
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
#ifdef TWIN
  if (!(x >= 0 && x < 3.4028235677973366e38)) return 0;
#else
  if (!(x >= 0 && x <= 3.4028235677973366e38)) return 0;
#endif
  float y = x;
  return y > 0;
}
