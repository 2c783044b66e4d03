// error where the check holds: never safe
// error where it fails: never unsafe
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
struct s { int *p; int v; }; int x = 1, y = 2;
int main(void) { struct s a = {&x, 3}, b = {&y, 4}; memcpy(&b, &a, sizeof a); *b.p = 8; CHECK(x == 8 && y == 2 && b.v == 3); return 0; }
