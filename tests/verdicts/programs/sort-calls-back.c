// error where the check holds: never safe
// error where it fails: never unsafe
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int hit; int order(const void *a, const void *b) { hit = 1; return *(const int *)a - *(const int *)b; }
int main(void) { int a[2] = {2, 1}; qsort(a, 2, sizeof a[0], order); CHECK(hit == 1); return 0; }
