// error where the check holds: never safe
// error where it fails: never safe
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int *get(void);
int main(void) { int x = 5; int *p = &x; if (__VERIFIER_nondet_int()) p = get(); memset(p, 0, 4); CHECK(x == 0); return 0; }
