// A byte of one of two texts is not one of the other.
// plain: unsafe
// twin: safe
// options: --check assert
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int owner;
struct text { void *owner; size_t length; unsigned char bytes[8]; };
static struct text *make(void) {
  struct text *t = malloc(sizeof *t);
  t->owner = &owner;
  t->length = 5;
  for (int i = 0; i < 8; i++) t->bytes[i] = i;
  return t;
}
int main(void) {
  struct text *a = make(), *b = make();
  unsigned k = __VERIFIER_nondet_uint() % 4;
  struct text *c = k & 1 ? a : b;
  c->bytes[k] = 99;
#ifdef TWIN
  assert(a->bytes[0] == 0 && a->length == 5);
#else
  assert(a->bytes[1] == 1);
#endif
  return 0;
}
