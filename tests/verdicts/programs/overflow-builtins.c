// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { int r; int o = __builtin_add_overflow(2147483647, 1, &r); int s; int q = __builtin_mul_overflow(3, 4, &s); CHECK(o == 1 && r == -2147483647 - 1 && q == 0 && s == 12); return 0; }
