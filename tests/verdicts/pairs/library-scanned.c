// plain: safe
// twin: unsafe
// solved: default
// sscanf stops where the text is not what the format says.
#include <assert.h>
#include <stdio.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char text[4] = {'7', 0, '5', 0};
  text[1] = __VERIFIER_nondet_char();
  int a = 0, b = 0;
  int count = sscanf(text, "%d,%d", &a, &b);
#ifdef TWIN
  assert(count == 1);
#else
  assert(count == 1 || (a == 7 && b == 5));
#endif
  return 0;
}
