// plain: safe
// twin: unsafe
// solved: default
// Three digits are at most 999, whatever isdigit calls true.
#include <ctype.h>
#include <stdlib.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char text[4];
  for (int i = 0; i < 3; i++) {
    text[i] = __VERIFIER_nondet_char();
    if (!isdigit((unsigned char)text[i])) return 0;
  }
  text[3] = 0;
#ifdef TWIN
  if (atoi(text) > 998) reach_error();
#else
  if (atoi(text) > 999) reach_error();
#endif
  return 0;
}
