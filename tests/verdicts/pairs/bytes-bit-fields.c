// plain: safe
// twin: unsafe
// solved: default
// Bit-fields in a union with an int.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
union flags { struct { unsigned low : 3; signed mid : 6; unsigned high : 10; } f; unsigned w; };
int main(void) {
  union flags u;
  u.w = 0;
  u.f.low = __VERIFIER_nondet_uint() & 7;
  u.f.mid = -1;
#ifdef TWIN
  if ((u.w & 0x1f8) == 0x1f8 && u.w > 0x1f8 + 6) reach_error();
#else
  if (u.w >> 3 != 0x3f || (u.w & 7) != u.f.low) reach_error();
#endif
  u.w = __VERIFIER_nondet_uint();
  u.f.high = 5;
  if ((u.w >> 9 & 0x3ff) != 5) reach_error();
  return 0;
}
