// error where the check holds: never safe
// error where it fails: never unsafe
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
struct { char c[4]; int w; } s = {"abc", 5};
int main(void) { memset((char *)&s + 2, 0, 4); CHECK(s.c[1] == 'b' && s.c[2] == 0 && s.w == 0); return 0; }
