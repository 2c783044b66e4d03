// expect: exit 0
// expect: output 1 4 8 2
int printf(const char *, ...);
int main(void) { int x = 1; int n = sizeof(x++); printf("%d %d %d %d\n", x, n, (int)_Alignof(double), (int)__alignof__(short)); return 0; }
