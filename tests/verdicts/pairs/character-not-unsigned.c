// plain: unsafe
// twin: safe
// options: --check argument
// A plain char may be negative, which <ctype.h> does not take but for EOF (C11 7.4p1).
#include <ctype.h>
extern char nondet_char(void);
int main(void) {
  char c = nondet_char();
#ifdef TWIN
  return isalpha((unsigned char)c) != 0 || toupper(c < 0 ? -1 : c) == 'A';
#else
  if (c < -1 && c != -77) return 0;
  return isspace(c) != 0;
#endif
}
