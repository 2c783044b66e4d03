// error where the check holds: never safe
// error where it fails: never safe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n > 10 && n < 20); unsigned char c = n * 20; CHECK(c > n); return 0; }
