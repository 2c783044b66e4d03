// error where the check holds: never safe
// error where it fails: never safe
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int ran; void bye(void) { CHECK(ran); }
int main(void) { atexit(bye); ran = __VERIFIER_nondet_int(); return 0; }
