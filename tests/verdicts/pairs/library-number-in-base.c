// plain: safe
// twin: unsafe
// solved: default
// strtol reads digits of its base, says where the number ends, and sets errno where it does not fit.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  char text[4] = {'0', 'x', 0, 0};
  text[2] = (char)__VERIFIER_nondet_uchar();
  char *end;
  errno = 0;
  long number = strtol(text, &end, 16);
  assert(number >= 0 && number < 16);
  assert(errno == 0);
#ifdef TWIN
  assert(end == text + 3);
#else
  assert(end == text + 1 || end == text + 3);
#endif
  return 0;
}
