// A length that is written gives its bytes, beside an owner.
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
  b->length = 0x0102 + __VERIFIER_nondet_uint() % 2;
#ifdef TWIN
  assert(((unsigned char *)b)[offsetof(struct text, length) + 1] == 1 && a->bytes[3] == 3);
#else
  assert(((unsigned char *)b)[offsetof(struct text, length) + 1] == 0);
#endif
  return 0;
}
