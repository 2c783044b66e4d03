// expect: exit 0
// expect: output 11
int printf(const char *, ...);
int main(void) {
  int n = 0;
  { __label__ out; n = 1; goto out; n = 2; out:; }
  { __label__ out; goto out; n = 9; out: n += 10; }
  printf("%d\n", n);
  return 0;
}
