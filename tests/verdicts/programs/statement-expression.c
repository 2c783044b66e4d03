// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { int x = ({ int y = 3; y += 2; y * 2; }); int z = ({ if (x == 10) x = 1; x; }); CHECK(x == 1 && z == 1); return 0; }
