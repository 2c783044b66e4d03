// error where the check holds: never safe
// error where it fails: never safe
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { int *p = malloc(4); *p = 4; free(p); int *q = malloc(4); CHECK(*q == 4); return 0; }
