// A number divided by zero is infinite: an overflow, but no NaN.
// plain: unsafe
// twin: safe
// options: --check float-overflow
// solved: default
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
#ifdef TWIN
  if (!(x >= 1e-30f && x <= 1)) return 0;
#else
  if (!(x >= 0 && x <= 1)) return 0;
#endif
  float y = 1.0f;
  y /= x;
  return y > 0;
}
