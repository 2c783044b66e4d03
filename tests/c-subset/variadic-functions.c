// expect: exit 0
// expect: output 1006 2.5
#include <stdarg.h>
int printf(const char *, ...);
int sum(int n, ...) {
  va_list list, copy; int s = 0; va_start(list, n); va_copy(copy, list);
  while (n-- > 0) s += va_arg(list, int);
  s += 1000 * va_arg(copy, int); va_end(copy); va_end(list); return s;
}
double pick(int n, ...) { va_list l; va_start(l, n); (void)va_arg(l, long long); double d = va_arg(l, double); va_end(l); return d; }
int main(void) { printf("%d %.1f\n", sum(3, 1, 2, 3), pick(2, 5LL, 2.5)); return 0; }
