// expect: exit 0
// expect: output 5 4
int printf(const char *, ...);
int main(void) { int a, b; a = (b = 2, b + 1); for (a = 0, b = 9; a < b; a++, b--) ; printf("%d %d\n", a, b); return 0; }
