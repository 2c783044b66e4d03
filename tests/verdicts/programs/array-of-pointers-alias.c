// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int a, b, c; int *t[3] = {&a, &b, &c};
int main(void) { int **q = t + 1; q[1] = &a; *t[2] = 5; CHECK(a == 5 && c == 0); return 0; }
