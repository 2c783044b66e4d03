// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int abs(int x) { return x + 100; } void *malloc(unsigned long n) { static int pool[4]; return &pool[n & 1]; }
int main(void) { int *p = malloc(4), *q = malloc(5); *p = 1; *q = 2; CHECK(abs(-5) == 95 && *p == 1 && p != q); return 0; }
