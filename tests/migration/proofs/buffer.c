// proofs: init_harness reset_harness append_harness reserve_harness
// A buffer of bytes whose memory may not be there.
#include "proof.h"
struct buffer { size_t length; uint8_t *bytes; size_t capacity; };
static bool is_valid(const struct buffer *b) {
  return b != NULL && ((b->capacity == 0 && b->length == 0 && b->bytes == NULL) ||
                       (b->capacity > 0 && b->length <= b->capacity && WRITABLE(b->bytes, b->capacity)));
}
static int buffer_init(struct buffer *b, size_t capacity) {
  REQUIRES(WRITABLE(b, sizeof *b));
  b->bytes = capacity == 0 ? NULL : malloc(capacity);
#ifndef TWIN_init_harness
  if (capacity != 0 && b->bytes == NULL) { b->capacity = b->length = 0; return -1; }
#endif
  b->length = 0;
  b->capacity = capacity;
  ENSURES(is_valid(b));
  return 0;
}
static void buffer_reset(struct buffer *b) {
  REQUIRES(is_valid(b));
  free(b->bytes);
#ifdef TWIN_reset_harness
  b->length = b->capacity = 0;
#else
  memset(b, 0, sizeof *b);
#endif
  ENSURES(ZEROED(*b));
}
static int buffer_append(struct buffer *b, uint8_t byte) {
  REQUIRES(is_valid(b));
#ifdef TWIN_append_harness
  if (b->length > b->capacity) return -1;
#else
  if (b->length >= b->capacity) return -1;
#endif
  b->bytes[b->length++] = byte;
  ENSURES(is_valid(b) && b->bytes[b->length - 1] == byte);
  return 0;
}
static int buffer_room(const struct buffer *b, size_t count, size_t size, size_t *room) {
  REQUIRES(is_valid(b) && WRITABLE(room, sizeof *room));
#ifndef TWIN_reserve_harness
  if (__CPROVER_overflow_mult(count, size)) return -1;
#endif
  size_t wanted = count * size;
  *room = wanted > b->capacity ? wanted : b->capacity;
  ENSURES(size == 0 || count == 0 || *room >= count);
  return 0;
}
static void ensure_allocated(struct buffer *b) {
  __CPROVER_assume(b->capacity <= MOST);
  b->bytes = b->capacity == 0 ? NULL : malloc(b->capacity);
  __CPROVER_assume(is_valid(b));
}
void init_harness(void) { struct buffer b; size_t n = nondet_size_t(); __CPROVER_assume(n <= MOST); buffer_init(&b, n); }
void reset_harness(void) { struct buffer b; ensure_allocated(&b); buffer_reset(&b); }
void append_harness(void) { struct buffer b; ensure_allocated(&b); buffer_append(&b, nondet_uint8_t()); }
void reserve_harness(void) {
  struct buffer b = {0, NULL, 0};
  size_t room;
  buffer_room(&b, nondet_size_t(), 16, &room);
}
