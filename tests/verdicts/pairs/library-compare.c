// plain: safe
// twin: unsafe
// solved: default
// strcmp is zero for equal strings only; which number it gives otherwise C does not say.
#include <string.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char word[4];
  for (int i = 0; i < 3; i++) word[i] = __VERIFIER_nondet_char();
  word[3] = 0;
  if (strcmp(word, "get") == 0 && (word[0] != 'g' || word[2] != 't')) reach_error();
#ifdef TWIN
  if (strcmp(word, "set") == 0) reach_error();
#else
  if (strcmp(word, "sets") == 0) reach_error();
#endif
  return 0;
}
