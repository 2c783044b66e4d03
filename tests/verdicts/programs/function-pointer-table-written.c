// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int a(void) { return 1; } int b(void) { return 2; } int (*t[2])(void) = {a, a};
void put(int (**where)(void), int (*what)(void)) { *where = what; }
int main(void) { int i = 1; put(&t[i], b); CHECK(t[0]() == 1 && t[1]() == 2); return 0; }
