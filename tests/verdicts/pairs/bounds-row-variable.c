// plain: unsafe
// twin: safe
// options: --check bounds
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n != 3) return 0;
  int a[n][n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[i][j] = 0;
#ifdef TWIN
  return a[0][n - 1];
#else
  return a[0][n];
#endif
}
