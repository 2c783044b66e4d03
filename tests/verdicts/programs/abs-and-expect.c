// error where the check holds: never safe
// error where it fails: never unsafe
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { int x = -5; CHECK(abs(x) == 5 && __builtin_expect(x < 0, 0) == 1 && labs(-7l) == 7); return 0; }
