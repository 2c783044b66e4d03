// plain: safe
// twin: unsafe
// solved: default
// memmove within a buffer whose parts overlap.
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned char b[8];
  unsigned *w = (unsigned *)(b + 1);
  unsigned x = __VERIFIER_nondet_uint();
  *w = x;
#ifdef TWIN
  b[0] = b[1], b[1] = b[2], b[2] = b[3], b[3] = b[4];
  if (*w == x && x != 0) reach_error();
#else
  memmove(b, b + 1, 4);
  if (*(unsigned *)b != x) reach_error();
  memmove(b + 2, b, 4);
  if (*(unsigned *)(b + 2) != x || *(unsigned short *)b != (x & 0xffff)) reach_error();
#endif
  return 0;
}
