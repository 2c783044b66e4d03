// error where the check holds: never safe
// error where it fails: never unsafe
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int a[5] = {1, 2, 3, 4, 5};
int main(void) { for (int i = 0; i < 2; i++) memmove(&a[i + 1], &a[i], 8); CHECK(a[0] == 1 && a[1] == 1 && a[2] == 1 && a[3] == 2); return 0; }
