// plain: safe
// twin: unsafe
// solved: default
// Bytes swapped twice by shifts are the word that they were.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned swap(unsigned x) {
  return x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24;
}
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
#ifdef TWIN
  if (swap(x) != x && swap(swap(x)) == x) reach_error();
#else
  if (swap(swap(x)) != x) reach_error();
#endif
  return 0;
}
