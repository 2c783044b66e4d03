// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
enum e { low = -2, mid, high = 5 };
int f(enum e e) { switch (e) { case low: return 1; case mid: return 2; case high ... 8: return 3; default: return 4; } }
int main(void) { CHECK(f(low) == 1 && f(-1) == 2 && f(7) == 3 && f(0) == 4); return 0; }
