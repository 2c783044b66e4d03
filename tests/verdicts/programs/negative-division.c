// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { int a = -7, b = 2; CHECK(a / b == -3 && a % b == -1 && 7 / -2 == -3 && 7 % -2 == 1 && -7u / 2 != -3u); return 0; }
