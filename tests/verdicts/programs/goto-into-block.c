// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { int n = 0; goto in; for (n = 100; n < 103;) { n = 50; in: n++; if (n < 3) goto in; if (n == 3) break; } CHECK(n == 3); return 0; }
