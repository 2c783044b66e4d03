// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { int i, n = 0, s = 4; for (i = 0; i < n; i++) s = 0; do { s++; if (s == 5) break; s = 9; } while (0); CHECK(s == 5 && i == 0); return 0; }
