// options: --64
// expect: exit 0
// expect: output 8 8 16 16
int printf(const char *, ...);
struct s { char c; long long l; };
int main(void) {
  printf("%d %d %d %d\n", (int)sizeof(long), (int)sizeof(void *), (int)sizeof(struct s), (int)sizeof(long double));
  return 0;
}
