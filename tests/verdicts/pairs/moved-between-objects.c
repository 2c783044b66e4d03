// Where a pointer may point to either of two objects, it does not get from one to the other.
// plain: unsafe
// twin: safe
// options: --check pointer-overflow
// solved: default
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char a[4], b[12];
  int n = __VERIFIER_nondet_int(), which = __VERIFIER_nondet_int();
  char *p = which ? a : b;
#ifdef TWIN
  if (n < 0 || n > (which ? 4 : 12)) return 0;
#else
  if (n < 0 || n > 12) return 0;
#endif
  p += n;
  return p == a;
}
