// proofs: make_harness last_harness equal_harness fill_harness
// Strings with their length, at the end of a structure.
#include "proof.h"
struct text { size_t length; char bytes[]; };
static struct text *make(size_t length) {
  if (__CPROVER_overflow_plus(length, sizeof(struct text) + 1)) return NULL;
#ifdef TWIN_make_harness
  struct text *t = malloc(sizeof *t + length);
#else
  struct text *t = malloc(sizeof *t + length + 1);
#endif
  if (t == NULL) return NULL;
  t->length = length;
  t->bytes[length] = '\0';
  ENSURES(READABLE(t->bytes, length + 1));
  return t;
}
static char last(const char *bytes, size_t length) {
  REQUIRES(READABLE(bytes, length));
#ifdef TWIN_last_harness
  return bytes[length - 1];
#else
  return length == 0 ? '\0' : bytes[length - 1];
#endif
}
static bool equal(const char *a, const char *b, size_t length) {
  REQUIRES(READABLE(a, length) && READABLE(b, length));
  for (size_t i = 0; i < length; i++) {
#ifdef TWIN_equal_harness
    if (a[i] != b[i]) return i > 0;
#else
    if (a[i] != b[i]) return false;
#endif
  }
  return true;
}
static void fill(char *bytes, size_t length, char with) {
  REQUIRES(WRITABLE(bytes, length));
#ifdef TWIN_fill_harness
  for (size_t i = 1; i < length; i++) bytes[i] = with;
#else
  for (size_t i = 0; i < length; i++) bytes[i] = with;
#endif
}
void make_harness(void) { size_t n = nondet_size_t(); __CPROVER_assume(n <= MOST); make(n); }
void last_harness(void) {
  size_t n = nondet_size_t();
  __CPROVER_assume(n <= MOST);
  char *bytes = n == 0 ? NULL : malloc(n);
  if (n != 0 && bytes == NULL) return;
  last(bytes, n);
}
void equal_harness(void) {
  char a[4], b[4];
  size_t n = nondet_size_t();
  __CPROVER_assume(n <= 4);
  bool same = equal(a, b, n);
  __CPROVER_assert(same == __CPROVER_forall { size_t i; i < n ==> a[i] == b[i] }, "the same characters");
}
void fill_harness(void) {
  char bytes[4];
  size_t n = nondet_size_t();
  __CPROVER_assume(n <= 4);
  fill(bytes, n, 'x');
  __CPROVER_assert(__CPROVER_forall { size_t i; i < n ==> bytes[i] == 'x' }, "filled");
}
