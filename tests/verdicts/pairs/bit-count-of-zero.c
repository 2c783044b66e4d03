// The zeros before the first bit, where there is one.
// plain: unsafe
// twin: safe
// options: --check bit-count
// solved: default
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
#ifdef TWIN
  if (n == 0) return 0;
#endif
  return __builtin_clz(n);
}
