// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { int n = -8; unsigned u = 0x80000000u; long long l = 1ll << 40; CHECK((n >> 1) == -4 && (u >> 31) == 1 && (int)(l >> 38) == 4 && (unsigned char)(255 << 1) == 254); return 0; }
