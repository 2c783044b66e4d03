// plain: safe
// twin: unsafe
// Each activation of a function has bytes of its own.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
union word { unsigned w; unsigned char b[4]; };
static unsigned mix(int n, union word *from) {
  union word own;
  own.w = from->w + 0x10203;
  own.b[n] ^= from->b[0];
  if (n == 0) return own.w;
  unsigned inner = mix(n - 1, &own);
  return inner + own.b[n];
}
int main(void) {
  union word u;
  unsigned x = __VERIFIER_nondet_uint() % 300;
  u.w = x;
  unsigned a = x + 0x10203 ^ (x & 255) << 16, b = a + 0x10203 ^ (a & 255) << 8, c = b + 0x10203 ^ (b & 255);
  unsigned expected = c + (b >> 8 & 255) + (a >> 16 & 255);
#ifdef TWIN
  if (mix(2, &u) == expected && x == 257) reach_error();
#else
  if (mix(2, &u) != expected) reach_error();
#endif
  return 0;
}
