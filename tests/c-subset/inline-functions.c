// expect: exit 0
// expect: output 42
int printf(const char *, ...);
static inline int twice(int x) { return 2 * x; } extern __inline int thrice(int x) { return 3 * x; }
int main(void) { printf("%d\n", twice(thrice(7))); return 0; }
