// expect: exit 0
// expect: output 10
int printf(const char *, ...);
int main(void) {
  int count = 10, done = 0, n = (count + 3) / 4;
  switch (count % 4) { case 0: do { done++; case 3: done++; case 2: done++; case 1: done++; } while (--n > 0); }
  printf("%d\n", done);
  return 0;
}
