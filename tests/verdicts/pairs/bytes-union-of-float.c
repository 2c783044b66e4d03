// plain: safe
// twin: unsafe
// solved: default
// The bits of a float in a union are those of IEEE 754.
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
union bits { float f; int i; unsigned u; };
int main(void) {
  union bits one, other;
  one.f = 1.0f;
  if (one.i != 0x3f800000) reach_error();
  other.f = __VERIFIER_nondet_float();
#ifdef TWIN
  if (other.f > 0 && other.i < 0x00800000) reach_error();
#else
  if (other.f > 0 && other.i <= 0) reach_error();
#endif
  other.u = one.u ^ 0x80000000u;
  if (other.f != -1.0f) reach_error();
  return 0;
}
