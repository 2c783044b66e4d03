// expect: exit 0
// expect: output 3 4
int printf(const char *, ...);
#define max(a, b) ({ int _a = (a), _b = (b); _a > _b ? _a : _b; })
int main(void) { int i = 3; int m = max(i++, 2); printf("%d %d\n", m, i); return 0; }
