// error where the check holds: never safe
// error where it fails: never unsafe
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { int *p[3]; for (int i = 0; i < 3; i++) { p[i] = malloc((i + 1) * sizeof(int)); for (int j = 0; j <= i; j++) p[i][j] = i * 10 + j; } CHECK(p[2][0] == 20 && p[1][1] == 11 && p[0][0] == 0 && p[2][2] == 22); return 0; }
