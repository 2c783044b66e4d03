// plain: safe
// twin: unsafe
// solved: default
// Objects of one allocation site, each looked at as a word and as bytes.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
union word { unsigned w; unsigned char b[4]; };
static union word *make(unsigned x) {
  union word *made = malloc(sizeof *made);
  if (made == 0) abort();
  made->w = x;
  return made;
}
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  union word *a = make(x), *b = make(~x);
  a->b[0] = 1;
  b->b[3] = 2;
#ifdef TWIN
  if (a->w == 0x01020301 && b->b[1] == 0xfc) reach_error();
#else
  if ((a->w ^ x) & ~255u || (b->w & 0xffffff) != (~x & 0xffffff) || b->w >> 24 != 2 || a->b[0] != 1) reach_error();
#endif
  return 0;
}
