// expect: exit 0
// expect: output 6
int printf(const char *, ...);
int add(a, b, c) int a; char b; short c; { return a + b + c; }
int main(void) { printf("%d\n", add(1, 2, 3)); return 0; }
