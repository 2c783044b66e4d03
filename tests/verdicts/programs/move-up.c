// error where the check holds: never safe
// error where it fails: never unsafe
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int a[4] = {1, 2, 3, 4};
int main(void) { memmove(a + 1, a, 12); CHECK(a[0] == 1 && a[1] == 1 && a[2] == 2 && a[3] == 3); return 0; }
