// error where the check holds: never safe
// error where it fails: never unsafe
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { int *p = malloc(4); *p = 42; p = realloc(p, 8); p[1] = 1; CHECK(p[0] == 42 && p[1] == 1); return 0; }
