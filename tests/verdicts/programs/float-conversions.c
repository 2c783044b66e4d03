// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { float f = 16777217; double d = 16777217; long long l = 9007199254740993ll; double e = l; CHECK(f != d && e == 9007199254740992.0 && (int)-1.9 == -1); return 0; }
