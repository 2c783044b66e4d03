// proofs: two_names_harness find_harness
// Texts with their owner and their length in front, in one block each: bytes lie beside a pointer.
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
size_t nondet_size_t(void);
uint8_t nondet_uint8_t(void);
#define MOST 6
struct owner { int held; };
struct name { struct owner *owner; size_t length; uint8_t bytes[1]; };
static struct owner someone;
static bool is_valid(const struct name *n) {
  return n != NULL && __CPROVER_r_ok(&n->bytes[0], n->length + 1) && n->bytes[n->length] == 0;
}
static struct name *any_name(void) {
  size_t length = nondet_size_t();
  __CPROVER_assume(length < MOST);
  struct name *n = malloc(sizeof *n + length + 1);
  if (n == NULL) return NULL;
  n->bytes[0] = '/';
  n->owner = &someone;
  n->length = length;
#ifdef TWIN_two_names_harness
  n->bytes[length + 1] = 0;
#else
  n->bytes[length] = 0;
#endif
  return n;
}
static size_t find(const struct name *n, uint8_t byte) {
  __CPROVER_precondition(is_valid(n), "a name");
  size_t i = 0;
#ifdef TWIN_find_harness
  while (n->bytes[i] != byte) i++;
#else
  while (i < n->length && n->bytes[i] != byte) i++;
#endif
  return i;
}
void two_names_harness(void) {
  struct name *one = any_name(), *other = any_name();
  if (one == NULL || other == NULL) return;
  assert(is_valid(one) && is_valid(other));
  assert(one->owner == &someone && one->length < MOST);
  if (other->length > 0) assert(other->bytes[0] == '/');
}
void find_harness(void) {
  struct name *n = any_name();
  if (n == NULL) return;
  uint8_t byte = nondet_uint8_t();
  size_t at = find(n, byte);
  assert(at <= n->length);
  if (at < n->length) assert(n->bytes[at] == byte);
  assert(n->owner == &someone);
}
