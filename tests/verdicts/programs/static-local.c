// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int next(void) { static int n = 5; return n++; }
int main(void) { next(); next(); { static int n = 1; n += next(); CHECK(n == 8); } return 0; }
