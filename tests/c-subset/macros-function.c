// expect: exit 0
// expect: output 16 2
int printf(const char *, ...);
#define SQUARE(x) ((x) * (x))
#define CALL(f, a) f(a)
#define SELF SELF + 1
int main(void) { int SELF_ = 0, SQUARE = 2; int s = CALL(SQUARE, 3 + 1); printf("%d %d\n", s, SQUARE + SELF_); return 0; }
