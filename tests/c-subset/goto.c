// expect: exit 0
// expect: output 105
int printf(const char *, ...);
int main(void) {
  int n = 0;
again:
  if (n < 5) { n++; goto again; }
  goto inside;
  if (0) { inside: n += 100; }
  printf("%d\n", n);
  return 0;
}
