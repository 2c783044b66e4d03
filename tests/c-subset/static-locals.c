// expect: exit 0
// expect: output 42
int printf(const char *, ...);
int next(void) { static int n = 40; return ++n; }
int main(void) { next(); printf("%d\n", next()); return 0; }
