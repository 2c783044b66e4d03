// expect: exit 0
// expect: output 19
int printf(const char *, ...);
int main(void) { const int c = 3; volatile int v = 4; register int r = 5; int *restrict p = &(int){6}; v++; printf("%d\n", c + v + r + *p); return 0; }
