// error where the check holds: never safe
// error where it fails: never unsafe
#include <stdarg.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int take(va_list *l) { return va_arg(*l, int); }
int first(int n, ...) { va_list l; va_start(l, n); int a = take(&l); int b = va_arg(l, int); va_end(l); return a * 10 + b; }
int main(void) { CHECK(first(2, 4, 7) == 47); return 0; }
