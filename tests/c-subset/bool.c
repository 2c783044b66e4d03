// expect: exit 0
// expect: output 1 1 1 1 1
int printf(const char *, ...);
int main(void) {
  _Bool a = 256, b = 0.5, c = 0; _Bool *p = &a; a += 5; c--;
  printf("%d %d %d %d %d\n", a, b, c, *p, (int)sizeof(_Bool));
  return (_Bool)4 - 1;
}
