// error where the check holds: never safe
// error where it fails: never unsafe
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { int a[3]; short s[2]; memset(a, 255, sizeof a); memset(s, 257, sizeof s); memset(&a[1], 0, 4); CHECK(a[0] == -1 && a[1] == 0 && a[2] == -1 && s[1] == 257); return 0; }
