// plain: safe
// twin: unsafe
// solved: default
// strlen of string literals, one of two by an input.
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  const char *text = k == 1234 ? "abc\0d" : "xyz";
#ifdef TWIN
  if (k == 1234) text = "abcd";
#endif
  if (strlen(text) != 3) reach_error();
  return 0;
}
