// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { double zero = 0.0, n = zero / zero; float f = 0.1f; CHECK(n != n && !(n < 1) && f != 0.1 && 0.1 + 0.2 != 0.3 && 16777216.0f + 1.0f == 16777216.0f); return 0; }
