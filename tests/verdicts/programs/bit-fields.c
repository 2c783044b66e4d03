// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
struct b { int s : 3; unsigned u : 3; int : 0; signed char t : 5; } b;
int main(void) { b.s = 7; b.u = 9; b.t = 17; CHECK(b.s == -1 && b.u == 1 && b.t == -15); b.u--; b.u--; CHECK(b.u == 7 && b.s == -1); return 0; }
