// The size of a variable-length array is computed as a size_t: that is no signed arithmetic of the program.
// plain: safe
// twin: unsafe
// options: --check overflow
// solved: default
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0) return 0;
#ifdef TWIN
  int size = n * n;
  if (size == 1) return 2;
#endif
  return sizeof(int[n][n][n]) == 32;
}
