// expect: exit 0
// expect: output 3 2 7 99
int printf(const char *, ...);
int pick(int n) {
  int r = 0;
  switch (n) { case 1: r += 1; case 2: r += 2; break; default: r = 99; break; case -3: { r = 7; } }
  return r;
}
int main(void) { printf("%d %d %d %d\n", pick(1), pick(2), pick(-3), pick(50)); return 0; }
