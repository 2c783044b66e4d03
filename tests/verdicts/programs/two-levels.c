// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int a = 1, b = 2; int *p = &a; int **pp = &p;
int main(void) { int **q = pp; *q = &b; **pp = 7; CHECK(b == 7 && a == 1); return 0; }
