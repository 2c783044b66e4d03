// plain: safe
// twin: unsafe
// options: --check bounds
// Indices are put into an array from its start, and looked up where something was put; the twin also looks behind that.
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  int table[10] = {0};
  unsigned where[20];
  unsigned n = 0;
  while (n < 20) {
    unsigned at = __VERIFIER_nondet_uint();
    if (at >= 10) break;
    where[n++] = at;
  }
  unsigned k = __VERIFIER_nondet_uint();
#ifdef TWIN
  if (k > n || k >= 20) return 0;
#else
  if (k >= n) return 0;
#endif
  table[where[k]] = 1;
  return table[3];
}
