// expect: exit 0
// expect: output -3 -1 -3 1 2147483644
int printf(const char *, ...);
int main(void) {
  int a = -7, b = 2;
  printf("%d %d %d %d %d\n", a / b, a % b, 7 / -2, 7 % -2, (int)(-7u / 2u));
  return 0;
}
