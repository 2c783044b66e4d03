// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void set(int *p, int v) { *p = v; } void inc(int *p, int v) { *p += v; }
void each(int *a, int n, void (*f)(int *, int)) { for (int i = 0; i < n; i++) f(&a[i], i); }
int main(void) { int a[3] = {5, 5, 5}; each(a, 3, inc); CHECK(a[2] == 7 && a[0] == 5); each(a, 2, set); CHECK(a[1] == 1 && a[2] == 7); return 0; }
