// plain: safe
// twin: unsafe
// solved: default
// The bytes of a word in a union are its bytes, the least first.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
union word { unsigned w; unsigned char b[4]; };
int main(void) {
  union word u;
  unsigned x = __VERIFIER_nondet_uint();
  u.w = x;
#ifdef TWIN
  if (u.b[0] != (x >> 24 & 255)) reach_error();
#else
  if (u.b[0] != (x & 255) || u.b[3] != x >> 24) reach_error();
#endif
  u.b[1] = 7;
  if ((u.w >> 8 & 255) != 7 || u.w >> 16 != x >> 16) reach_error();
  return 0;
}
