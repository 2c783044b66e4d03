// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int x = 1;
int main(void) { unsigned long n = (unsigned long)&x; *(int *)((char *)0 + n) = 5; CHECK(x == 5); return 0; }
