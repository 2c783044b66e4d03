// A byte behind the owner may be one of the length.
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
  unsigned k = __VERIFIER_nondet_uint() % sizeof(size_t);
#ifdef TWIN
  ((unsigned char *)a)[offsetof(struct text, bytes) + k] = 1;
#else
  ((unsigned char *)a)[offsetof(struct text, length) + k] = 1;
#endif
  assert(a->length == 5 && b->length == 5);
  return 0;
}
