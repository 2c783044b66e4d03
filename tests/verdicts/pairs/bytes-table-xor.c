// plain: safe
// twin: unsafe
// solved: default
// A table of 16 entries at an index that is an input, by exclusive or.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static const unsigned char table[16] = {3, 14, 7, 0, 9, 12, 5, 10, 15, 2, 11, 6, 1, 8, 13, 4};
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar(), k = __VERIFIER_nondet_uchar();
  unsigned char y = (x ^ table[k & 15]) ^ table[k >> 4];
  unsigned char z = (y ^ table[k >> 4]) ^ table[k & 15];
#ifdef TWIN
  if ((x & 0xf0) == (y & 0xf0) && x + 15 == y) reach_error();
#else
  if (z != x) reach_error();
#endif
  return 0;
}
