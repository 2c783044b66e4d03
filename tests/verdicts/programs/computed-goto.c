// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { void *t[] = {&&one, &&two}; int i = 1, r = 0; goto *t[i]; one: r += 1; goto end; two: r += 10; i = 0; goto *t[i]; end: CHECK(r == 11); return 0; }
