/* A vector of items of any size, a cursor over bytes, a ring in one block of memory, a table with a mask, a chain. */
#include "library.h"
static _Thread_local int s_problem;
static void (*s_handler)(int problem);
int fail(int problem) {
  s_problem = problem;
  if (s_handler) s_handler(problem);
  return FAILED;
}
int last_problem(void) { return s_problem; }
void *supply(struct supplier *from, size_t bytes) {
  REQUIRES(from != NULL && from->take != NULL && bytes != 0);
  void *memory = from->take(from, bytes);
  if (memory == NULL) fail(NO_MEMORY);
  return memory;
}
void take_back(struct supplier *to, void *memory) {
  if (memory != NULL) to->give_back(to, memory);
}

bool vector_ok(const struct vector *v) {
  size_t used = 0;
  return v != NULL && v->item > 0 && checked_multiply(v->count, v->item, &used) == DONE && used <= v->bytes &&
         IMPLIES(v->bytes == 0, v->data == NULL) && BYTES_OK(v->data, v->bytes);
}
void *vector_at(const struct vector *v, size_t index) {
  REQUIRES(vector_ok(v));
#ifdef TWIN_vector_at
  if (index > v->count) return NULL;
#else
  if (index >= v->count) return NULL;
#endif
  return (uint8_t *)v->data + index * v->item;
}
int vector_start(struct vector *v, struct supplier *from, size_t items, size_t item) {
  REQUIRES(BYTES_OK(v, sizeof *v) && item > 0);
  memset(v, 0, sizeof *v);
  size_t bytes;
#ifdef TWIN_vector_start
  bytes = items * item;
#else
  if (checked_multiply(items, item, &bytes)) return FAILED;
#endif
  if (bytes > 0) {
    v->data = supply(from, bytes);
    if (v->data == NULL) return FAILED;
  }
  v->bytes = bytes;
  v->item = item;
  v->from = from;
  ENSURES(vector_ok(v) && v->count == 0);
  return DONE;
}
void vector_drop_last(struct vector *v) {
  REQUIRES(vector_ok(v));
#ifndef TWIN_vector_drop_last
  if (v->count == 0) return;
#endif
  memset((uint8_t *)v->data + (v->count - 1) * v->item, 0, v->item);
  v->count--;
  ENSURES(vector_ok(v));
}

bool cursor_ok(const struct cursor *c) { return c != NULL && (c->length == 0 || (c->at != NULL && BYTES_OK(c->at, c->length))); }
struct cursor cursor_take(struct cursor *c, size_t length) {
  REQUIRES(cursor_ok(c));
  struct cursor taken = {0, NULL};
#ifdef TWIN_cursor_take
  if (length > c->length + 1) return taken;
#else
  if (length > c->length) return taken;
#endif
  taken.at = c->at;
  taken.length = length;
  c->at = c->at == NULL ? NULL : c->at + length;
  c->length -= length;
  ENSURES(cursor_ok(c) && cursor_ok(&taken));
  return taken;
}
struct cursor cursor_trim(struct cursor c, bool (*unwanted)(uint8_t)) {
  REQUIRES(cursor_ok(&c) && unwanted != NULL);
#ifdef TWIN_cursor_trim
  while (unwanted(*(c.at + c.length - 1))) --c.length;
#else
  while (c.length > 0 && unwanted(*(c.at + c.length - 1))) --c.length;
#endif
  ENSURES(cursor_ok(&c));
  return c;
}
uint32_t cursor_hash(struct cursor c) {
  REQUIRES(cursor_ok(&c));
  uint32_t hash = 2166136261u;
  const uint8_t *at = c.at, *end = at == NULL ? NULL : at + c.length;
#ifdef TWIN_cursor_hash
  for (; at <= end; at++) {
#else
  for (; at != end; at++) {
#endif
    hash ^= *at;
#pragma CPROVER check push
#pragma CPROVER check disable "unsigned-overflow"
    hash *= 16777619u;
#pragma CPROVER check pop
  }
  return hash;
}

bool ring_ok(const struct ring *r) {
  return r != NULL && r->start != NULL && r->head >= r->start && r->head <= r->end && r->tail >= r->start && r->tail <= r->end &&
         BYTES_OK(r->start, (size_t)(r->end - r->start));
}
uint8_t *ring_take(struct ring *r, size_t bytes) {
  REQUIRES(ring_ok(r) && bytes > 0);
  if (r->head >= r->tail) {
#ifdef TWIN_ring_take
    if ((size_t)(r->end - r->tail) < bytes) return NULL;
#else
    if ((size_t)(r->end - r->head) < bytes) return NULL;
#endif
  } else if ((size_t)(r->tail - r->head) - 1 < bytes) return NULL;
  uint8_t *block = r->head;
  r->head = block + bytes;
  ENSURES(ring_ok(r));
  return block;
}

static size_t s_slot(const struct table *t, uint64_t hash, size_t probe) {
#ifdef TWIN_table_find
  return (size_t)((hash % t->size + probe) & t->size);
#else
  return (size_t)((hash % t->size + probe) & t->mask);
#endif
}
bool table_ok(const struct table *t) {
  return t != NULL && t->size >= 2 && t->size <= MOST_SLOTS && (t->size & (t->size - 1)) == 0 && t->mask == t->size - 1 &&
         t->hash != NULL && t->same != NULL;
}
struct slot *table_find(struct table *t, const void *key) {
  REQUIRES(table_ok(t) && key != NULL);
  uint64_t hash = t->hash(key);
  for (size_t probe = 0; probe < t->size; probe++) {
    struct slot *slot = &t->slots[s_slot(t, hash, probe)];
    if (slot->key == NULL) return NULL;
    if (slot->hash == hash && t->same(slot->key, key)) return slot;
  }
  return NULL;
}

bool chain_ok(const struct chain *c) {
  const struct link *at = &c->first;
  while (at != NULL && at != &c->last) {
    if (at->next == NULL || at->next->previous != at) return false;
    at = at->next;
  }
  return at == &c->last && c->first.previous == NULL && c->last.next == NULL;
}
void chain_append(struct chain *c, struct link *link) {
  REQUIRES(chain_ok(c) && link != NULL);
  link->next = &c->last;
  link->previous = c->last.previous;
#ifndef TWIN_chain_append
  c->last.previous->next = link;
#endif
  c->last.previous = link;
  ENSURES(chain_ok(c) && c->last.previous == link);
}
