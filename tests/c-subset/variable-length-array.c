// expect: exit 0
// expect: output 48 18
int printf(const char *, ...);
int sum(int n, int m, int a[n][m]) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j]; return s; }
int main(void) {
  int n = 3; int a[n][n + 1]; int size = sizeof a;
  for (int i = 0; i < n; i++) for (int j = 0; j <= n; j++) a[i][j] = i * j;
  printf("%d %d\n", size, sum(n, n + 1, a));
  return 0;
}
