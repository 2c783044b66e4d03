// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int a[4] = {1, 2, 3, 4}; static int off;
int main(void) { int *p = a; CHECK(*(p + off) == 1); off = 2; *(p + off) = 9; CHECK(a[2] == 9); return 0; }
