// plain: safe
// twin: unsafe
// solved: default
// strlen is exact: no character before it is the end, and the one there is.
#include <string.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char text[6];
  for (int i = 0; i < 5; i++) text[i] = __VERIFIER_nondet_char();
  text[5] = 0;
  size_t n = strlen(text);
#ifdef TWIN
  if (n > 4) reach_error();
#else
  if (n > 5) reach_error();
#endif
  for (size_t i = 0; i < n; i++)
    if (text[i] == 0) reach_error();
  if (text[n] != 0) reach_error();
  return 0;
}
