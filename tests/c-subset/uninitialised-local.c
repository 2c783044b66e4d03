// inputs: 5
// expect: exit 0
// expect: output 5
int printf(const char *, ...);
int main(void) { int x; printf("%d\n", x); return 0; }
