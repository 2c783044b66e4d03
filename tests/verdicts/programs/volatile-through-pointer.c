// error where the check holds: never safe
// error where it fails: never safe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
volatile int v; 
int main(void) { volatile int *p = &v; *p = 3; CHECK(*p == 3); return 0; }
