// proofs: vector_at vector_start vector_drop_last cursor_take cursor_trim cursor_hash ring_take table_find chain_append
/* Each function of the library in any environment of bounded size. */
#include "library.h"
#define MOST 8
bool __CPROVER_uninterpreted_unwanted(uint8_t);
uint64_t __CPROVER_uninterpreted_hash(const void *);
bool __CPROVER_uninterpreted_same(const void *, const void *);
static bool s_unwanted(uint8_t byte) { return __CPROVER_uninterpreted_unwanted(byte); }
static uint64_t s_hash(const void *key) { return __CPROVER_uninterpreted_hash(key); }
static bool s_same(const void *a, const void *b) {
  bool same = __CPROVER_uninterpreted_same(a, b);
  __CPROVER_assume(IMPLIES(a == b, same));
  return same;
}
static void *s_take(struct supplier *self, size_t bytes) { return nondet_bool() ? NULL : malloc(bytes); }
static void s_give_back(struct supplier *self, void *memory) { free(memory); }
static struct supplier s_supplier = {s_take, s_give_back};
static void fill_vector(struct vector *v) {
  __CPROVER_assume(v->count <= 4 && v->item <= 2 && v->bytes <= MOST);
  v->data = v->bytes == 0 ? NULL : malloc(v->bytes);
  v->from = nondet_bool() ? NULL : &s_supplier;
  __CPROVER_assume(vector_ok(v));
}
static void fill_cursor(struct cursor *c) {
  __CPROVER_assume(c->length <= MOST);
  c->at = malloc(c->length);
  __CPROVER_assume(cursor_ok(c));
}
struct kept { size_t index; uint8_t byte; };
static void keep(const uint8_t *bytes, size_t count, struct kept *kept) {
  if (bytes == NULL || count == 0) return;
  kept->index = nondet_size_t();
  __CPROVER_assume(kept->index < count);
  kept->byte = bytes[kept->index];
}
void vector_at_harness(void) {
  struct vector v;
  fill_vector(&v);
  struct vector old = v;
  uint8_t *item = vector_at(&v, nondet_size_t());
  if (item != NULL) assert(__CPROVER_r_ok(item, v.item));
  assert(v.count == old.count && v.data == old.data);
}
void vector_start_harness(void) {
  struct vector v;
  size_t items = nondet_size_t(), item = nondet_size_t();
  __CPROVER_assume(item > 0);
  if (vector_start(&v, &s_supplier, items, item) == FAILED) assert(ALL_ZERO(v));
  else assert(vector_ok(&v) && v.from == &s_supplier);
}
void vector_drop_last_harness(void) {
  struct vector v;
  fill_vector(&v);
  struct vector old = v;
  vector_drop_last(&v);
  assert(vector_ok(&v) && v.count == (old.count == 0 ? 0 : old.count - 1));
}
void cursor_take_harness(void) {
  struct cursor c;
  fill_cursor(&c);
  struct cursor old = c;
  struct kept kept;
  keep(c.at, c.length, &kept);
  struct cursor taken = cursor_take(&c, nondet_size_t());
  assert(taken.length + c.length == old.length);
  if (old.length > 0) assert(old.at[kept.index] == kept.byte);
}
void cursor_trim_harness(void) {
  struct cursor c;
  fill_cursor(&c);
  struct cursor trimmed = cursor_trim(c, s_unwanted);
  assert(trimmed.length <= c.length);
}
void cursor_hash_harness(void) {
  struct cursor c;
  fill_cursor(&c);
  (void)cursor_hash(c);
}
void ring_take_harness(void) {
  struct ring r;
  size_t size = nondet_size_t(), head = nondet_size_t(), tail = nondet_size_t();
  __CPROVER_assume(size > 0 && size <= SIZE_MAX >> 8 && head <= size && tail <= size);
  r.start = malloc(size);
  if (r.start == NULL) return;
  r.head = r.start + head;
  r.tail = r.start + tail;
  r.end = r.start + size;
  size_t wanted = nondet_size_t();
  __CPROVER_assume(wanted > 0);
  uint8_t *block = ring_take(&r, wanted);
  if (block != NULL) assert(__CPROVER_w_ok(block, wanted));
}
void table_find_harness(void) {
  struct table t;
  t.hash = s_hash;
  t.same = s_same;
  __CPROVER_assume(table_ok(&t));
  static int key;
  struct slot *found = table_find(&t, &key);
  if (found != NULL) assert(found->key != NULL && found->hash == s_hash(&key));
}
void chain_append_harness(void) {
  struct chain c;
  struct link *at = &c.first;
  c.first.previous = NULL;
  c.last.next = NULL;
  for (int i = 0; i < 3; i++) {
    struct link *link = malloc(sizeof *link);
    if (link == NULL) break;
    at->next = link;
    link->previous = at;
    at = link;
  }
  at->next = &c.last;
  c.last.previous = at;
  struct link added;
  chain_append(&c, &added);
}
