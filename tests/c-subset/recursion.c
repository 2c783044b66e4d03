// expect: exit 0
// expect: output 610 1
int printf(const char *, ...);
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int even(int n); int odd(int n) { return n == 0 ? 0 : even(n - 1); } int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int main(void) { printf("%d %d\n", fib(15), even(10)); return 0; }
