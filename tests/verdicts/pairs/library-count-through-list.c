// plain: unsafe
// twin: safe
// The same through a va_list, with a format that comes as an argument.
#include <stdarg.h>
#include <stdio.h>
extern void reach_error(void);
static void show(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
}
int main(void) {
  int x = 0, y = 0;
  show("abc%n\n", &x);
#ifdef TWIN
  if (y == 3) reach_error();
#else
  if (x == 3) reach_error();
#endif
  return 0;
}
