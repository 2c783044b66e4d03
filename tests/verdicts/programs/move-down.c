// error where the check holds: never safe
// error where it fails: never unsafe
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
struct s { int x, y, z; } s = {1, 2, 3};
int main(void) { memmove(&s.x, &s.y, 8); CHECK(s.x == 2 && s.y == 3 && s.z == 3); return 0; }
