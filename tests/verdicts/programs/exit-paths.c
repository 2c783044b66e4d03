// error where the check holds: never safe
// error where it fails: never unsafe
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int state; void stop(int x) { if (x > 3) exit(0); state = x; }
int main(void) { int n = __VERIFIER_nondet_int(); stop(n); CHECK(state <= 3); if (n > 3) CHECK(0); return 0; }
