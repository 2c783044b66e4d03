// plain: unsafe
// twin: safe
// options: --check unreachable
// A function that is declared not to return does not, on any way (C11 6.7.4p8).
#include <stdlib.h>
extern int nondet_int(void);
_Noreturn void die(int code);
void die(int code) {
#ifndef TWIN
  if (code == 77123) return;
#endif
  exit(code);
}
int main(void) {
  die(nondet_int());
}
