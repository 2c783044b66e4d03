// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int odd(int n, int *c); int even(int n, int *c) { (*c)++; return n == 0 ? 1 : odd(n - 1, c); } int odd(int n, int *c) { (*c)++; return n == 0 ? 0 : even(n - 1, c); }
int main(void) { int c = 0; CHECK(even(4, &c) == 1 && c == 5); return 0; }
