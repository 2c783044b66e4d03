// plain: safe
// twin: unsafe
// options: --check bounds
// solved: default
// A copy of a string fits where its length says so.
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char from[7], to[5];
  for (int i = 0; i < 6; i++) from[i] = __VERIFIER_nondet_char();
  from[6] = 0;
#ifdef TWIN
  if (strlen(from) <= sizeof to) strcpy(to, from);
#else
  if (strlen(from) < sizeof to) strcpy(to, from);
#endif
  return 0;
}
