// expect: exit 0
// expect: output 5 2 abc ef 14 2 4
int printf(const char *, ...);
int x = 5, *p = &x, a[4] = {1, 2}, *q = a + 1; char s[] = "abc", *t = "def" + 1; int n = sizeof a / sizeof *a + (3 > 2 ? 10 : 20);
struct { int *p; int (*f)(const char *, ...); } r = {&a[1], 0};
int main(void) { printf("%d %d %s %s %d %d %d\n", *p, *q, s, t, n, *r.p, (int)sizeof s); return 0; }
