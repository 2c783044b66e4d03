// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int g = 0; int bump(void) { return ++g; }
int main(void) { int x = (bump(), bump()); int y = x > 1 ? bump() : (g = 50); int z = 0 && bump() || bump() && !bump(); CHECK(x == 2 && y == 3 && z == 0 && g == 5); return 0; }
