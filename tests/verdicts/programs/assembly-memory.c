// error where the check holds: never safe
// error where it fails: never safe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { int x = 3; int *p = &x; __asm__ volatile("movl $5, (%0)" : : "r"(p) : "memory"); CHECK(x == 3); return 0; }
