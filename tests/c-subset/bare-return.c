// expect: exit 0
// expect: output 5
int printf(const char *, ...);
int f(int x) { if (x) return 5; return; }
int main(void) { printf("%d\n", f(1)); f(0); return 0; }
