// error where the check holds: never safe
// error where it fails: never safe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { int a[3]; int i = 1; a[0] = 1; CHECK(a[i] == 1); return 0; }
