// expect: exit 0
// expect: output 0 0 1 0 5 0
int printf(const char *, ...);
int n; static struct { int a; char *p; } s; int a[3]; extern int later; int tentative; int tentative;
int main(void) { printf("%d %d %d %d %d %d\n", n, s.a, s.p == 0, a[2], later, tentative); return 0; }
int later = 5;
