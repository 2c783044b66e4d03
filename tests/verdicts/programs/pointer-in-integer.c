// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int x = 1, y = 5;
int main(void) { unsigned long n = (unsigned long)&x; unsigned long m = (unsigned long)&y; m ^= n; n ^= m; *(int *)n = 6; CHECK(y == 6 && x == 1); return 0; }
