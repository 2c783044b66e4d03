// expect: exit 0
// expect: output 5 15 5 1 2 0
int printf(const char *, ...);
int main(void) {
  int x = 5, a[3] = {1, 2, 3}, *p = a; unsigned char c = 255;
  int y = x++ + 10, z = --x;
  c++;
  int first = *p++;
  printf("%d %d %d %d %d %d\n", x, y, z, first, *p, c);
  return 0;
}
