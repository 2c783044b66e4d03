// Sizes that are multiplied should not wrap around.
// plain: unsafe
// twin: safe
// options: --check unsigned-wrap
// solved: default
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
#ifdef TWIN
  if (n > 0xffffffffu / 12u) return 0;
#else
  if (n > 0xffffffffu / 12u + 1u) return 0;
#endif
  return n * 12u == 24u;
}
