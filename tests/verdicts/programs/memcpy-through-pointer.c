// error where the check holds: never safe
// error where it fails: never unsafe
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { void *(*copy)(void *, const void *, unsigned long) = memcpy; int a = 3, b = 4; copy(&a, &b, 4); CHECK(a == 4); return 0; }
