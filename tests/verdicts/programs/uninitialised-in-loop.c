// error where the check holds: never safe
// error where it fails: never safe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { int s = 0; for (int i = 0; i < 2; i++) { int x; if (i == 0) x = 5; s += (x == 5); } CHECK(s == 2); return 0; }
