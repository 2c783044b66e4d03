// Everything: unsigned sums that wrap as well, which are no undefined behaviour.
// plain: unsafe
// twin: safe
// options: --check all
// solved: default
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
#ifdef TWIN
  if (n > 4294967288u) return 0;
#endif
  return n + 7u == 3u;
}
