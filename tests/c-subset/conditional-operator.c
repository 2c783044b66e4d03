// expect: exit 0
// expect: output 10 1 3 7 4
int printf(const char *, ...);
int main(void) {
  int x = 3, side = 0;
  int y = x > 2 ? (side = 1, 10) : (side = 2, 20);
  int z = x ?: 7, w = 0 ?: 7;
  printf("%d %d %d %d %d\n", y, side, z, w, (int)sizeof(1 ? (char)1 : (char)2));
  return 0;
}
