// plain: unsafe
// twin: safe
// options: --check array-size
// A variable-length array has at least one element, whether it is used or not (C11 6.7.6.2p5).
extern int nondet_int(void);
int main(void) {
  int n = nondet_int();
  if (n > 100) return 0;
#ifdef TWIN
  if (n < 1) return 0;
#else
  if (n < 0) return 0;
#endif
  int (*rows)[n] = 0;
  char a[2][n];
  return rows != 0 && sizeof a > 300;
}
