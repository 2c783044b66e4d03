// A shift by the width of the type is undefined.
// plain: unsafe
// twin: safe
// options: --check shift
// solved: default
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
#ifdef TWIN
  if (n < 0 || n > 31) return 0;
#else
  if (n < 0 || n > 32) return 0;
#endif
  unsigned x = 1u << n;
  return x == 0;
}
