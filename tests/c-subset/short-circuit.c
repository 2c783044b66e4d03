// expect: exit 0
// expect: output 0 1 1 3
int printf(const char *, ...);
int calls;
int touch(int v) { calls++; return v; }
int main(void) {
  int a = touch(0) && touch(1), b = touch(2) || touch(3), c = !touch(0);
  printf("%d %d %d %d\n", a, b, c, calls);
  return 0;
}
