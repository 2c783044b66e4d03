// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int x = 1, y = 2;
int main(void) { int n = __VERIFIER_nondet_int(); int *p = n > 0 ? &x : &y; *p = 5; CHECK((x == 5) != (y == 5)); return 0; }
