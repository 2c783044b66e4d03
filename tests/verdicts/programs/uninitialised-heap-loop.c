// error where the check holds: never safe
// error where it fails: never safe
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { int last = 0; for (int i = 0; i < 2; i++) { int *p = malloc(4); if (i == 0) *p = 4; last = *p; } CHECK(last == 4); return 0; }
