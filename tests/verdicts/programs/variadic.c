// error where the check holds: never safe
// error where it fails: never unsafe
#include <stdarg.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int add(int n, ...) { va_list l; va_start(l, n); int s = 0; while (n--) { int *p = va_arg(l, int *); *p += 1; s += *p; } va_end(l); return s; }
int main(void) { int a = 1, b = 2; CHECK(add(2, &a, &b) == 5 && a == 2 && b == 3); return 0; }
