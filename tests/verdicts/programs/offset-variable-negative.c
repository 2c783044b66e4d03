// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int a[5] = {1, 2, 3, 4, 5};
int main(void) { int *p = a + 4; int k = -2; unsigned u = 1; CHECK(p[k] == 3 && *(p - u) == 4); p[k * 2] = 9; CHECK(a[0] == 9); return 0; }
