// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { int x = 2147483647, c = 0, d = 0; int r = c ? x + 1 : x; int s = c && (x + 1 > 0); int t = d == 0 || 10 / d > 1; int u = d != 0 ? 10 % d : 3; CHECK(r == x && s == 0 && t == 1 && u == 3); return 0; }
