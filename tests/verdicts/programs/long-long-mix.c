// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { long long l = 0x7fffffff; l = l * 4 + 3; int t = (int)l; unsigned u = (unsigned)l; unsigned long long m = -1; CHECK(t == -1 && u == 0xffffffffu && m / 2 == 0x7fffffffffffffffull && (m >> 63) == 1 && m * m == 1); return 0; }
