// expect: exit 0
// expect: output 16 0 3 2
int printf(const char *, ...);
int sum(int a[], int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
int main(void) {
  int a[2][3] = {{1, 2, 3}, {4}}; int *p = a[0];
  a[1][2] = 6;
  printf("%d %d %d %d\n", sum(p, 6), a[1][1], 2[a[0]], (int)(sizeof a / sizeof a[0]));
  return 0;
}
