// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int a[2]; int main(void) { int i = 0; a[i] = i; i++; int *p = i ? &a[1] : &a[0]; *p += 3; a[0] = a[1]++ ; CHECK(a[0] == 3 && a[1] == 4 && i == 1); return 0; }
