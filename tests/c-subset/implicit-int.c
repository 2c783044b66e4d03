// expect: exit 0
// expect: output 6
int printf(const char *, ...);
static n = 3;
twice(x) { return 2 * x; }
main() { printf("%d\n", twice(n)); return 0; }
