// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int x = 1, y = 2;
int main(void) { int *p = &x, *q = &y; char *from = (char *)&p, *to = (char *)&q; for (unsigned i = 0; i < sizeof p; i++) to[i] = from[i]; *q = 9; CHECK(x == 9 && y == 2); return 0; }
