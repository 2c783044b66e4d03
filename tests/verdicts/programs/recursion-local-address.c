// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int walk(int n, int *up) { int own = n * 10; if (n == 0) { *up += 1; return *up; } int r = walk(n - 1, &own); *up += own; return r + own; }
int main(void) { int top = 0; int r = walk(3, &top); CHECK(top == 30 + 20 + 10 + 1 && r == 11 + 11 + 31 + 61); return 0; }
