// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int *cell(void) { static int own = 3; own++; return &own; }
int main(void) { int *p = cell(); *p = 10; int *q = cell(); CHECK(p == q && *p == 11); return 0; }
