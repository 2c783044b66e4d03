// error where the check holds: never safe
// error where it fails: never unsafe
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { int *p[2]; for (int i = 0; i < 2; i++) { p[i] = calloc(3, sizeof(int)); p[i][1] = i + 1; } CHECK(p[0][1] == 1 && p[1][1] == 2 && p[0][2] == 0); return 0; }
