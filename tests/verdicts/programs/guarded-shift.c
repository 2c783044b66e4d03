// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { int n = 40; int r = n < 32 ? 1 << n : 7; double f = 1e30; int g = f < 100 ? (int)f : 8; CHECK(r == 7 && g == 8); return 0; }
