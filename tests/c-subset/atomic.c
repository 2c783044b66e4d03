// expect: exit 0
// expect: output 3
int printf(const char *, ...);
int main(void) { _Atomic int a = 1; a += 2; printf("%d\n", a); return 0; }
