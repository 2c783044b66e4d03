// proofs: put_harness get_harness space_harness clear_harness
// A ring of eight slots.
#include "proof.h"
#define SLOTS 8u
struct ring { unsigned first, count; int slots[SLOTS]; };
static bool is_valid(const struct ring *r) { return READABLE(r, sizeof *r) && r->first < SLOTS && r->count <= SLOTS; }
static bool ring_put(struct ring *r, int value) {
  REQUIRES(is_valid(r));
#ifdef TWIN_put_harness
  if (r->count > SLOTS) return false;
#else
  if (r->count == SLOTS) return false;
#endif
  r->slots[(r->first + r->count) % SLOTS] = value;
  r->count++;
  ENSURES(is_valid(r) && r->slots[(r->first + r->count - 1) % SLOTS] == value);
  return true;
}
static bool ring_get(struct ring *r, int *value) {
  REQUIRES(is_valid(r) && WRITABLE(value, sizeof *value));
  if (r->count == 0) return false;
  *value = r->slots[r->first];
#ifdef TWIN_get_harness
  r->first = r->first + 1;
#else
  r->first = (r->first + 1) % SLOTS;
#endif
  r->count--;
  ENSURES(is_valid(r));
  return true;
}
static unsigned ring_space(const struct ring *r) {
  REQUIRES(is_valid(r));
#ifdef TWIN_space_harness
  return SLOTS - 1 - r->count;
#else
  return SLOTS - r->count;
#endif
}
static void ring_clear(struct ring *r) {
  REQUIRES(is_valid(r));
#ifdef TWIN_clear_harness
  memset(r, 0, sizeof *r - sizeof(int));
#else
  memset(r, 0, sizeof *r);
#endif
  ENSURES(ZEROED(*r));
}
void put_harness(void) { struct ring r; __CPROVER_assume(is_valid(&r)); ring_put(&r, nondet_int()); }
void get_harness(void) { struct ring r; int v; __CPROVER_assume(is_valid(&r)); ring_get(&r, &v); }
void space_harness(void) {
  struct ring r;
  __CPROVER_assume(is_valid(&r));
  unsigned space = ring_space(&r);
  __CPROVER_assert(space <= SLOTS && space + r.count == SLOTS, "free and used slots");
}
void clear_harness(void) { struct ring r; __CPROVER_assume(is_valid(&r)); ring_clear(&r); }
