// error where the check holds: never safe
// error where it fails: never unsafe
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { int x = 1, y = 2; int **pp = malloc(2 * sizeof *pp); pp[0] = &x; pp[1] = &y; int **q = &pp[1]; *q = pp[0]; **q = 6; CHECK(x == 6 && y == 2 && *pp[1] == 6); return 0; }
