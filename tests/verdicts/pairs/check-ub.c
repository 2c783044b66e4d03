// Whatever is undefined: here a shift; that the sum of unsigned numbers wraps is not.
// plain: unsafe
// twin: safe
// options: --check ub
// solved: default
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned wraps = __VERIFIER_nondet_uint() + 7u;
  if (n < 0 || n > 32) return 0;
#ifdef TWIN
  if (n == 32) return 0;
#endif
  return (wraps >> n) == 3u;
}
