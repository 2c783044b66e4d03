// expect: exit 0
// expect: output 3 0
int printf(const char *, ...);
static int __attribute__((noinline, unused)) f(int x __attribute__((unused))) { return 1; }
int v __attribute__((aligned(16))) = 2; void die(void) __attribute__((noreturn));
int main(void) { printf("%d %d\n", f(0) + v, (int)((unsigned long)&v % 16)); return 0; }
