// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int n; int main(void) { static int k = 1; k *= 2; if (++n < 3) return main(); CHECK(k == 8 && n == 3); return 0; }
