// proofs: slot_harness insert_harness hash_harness empty_harness
// A hash table of four slots; the hash function is any function.
#include "proof.h"
#define SIZE 4u
struct entry { const void *key; uint64_t hash; };
struct table { unsigned count; struct entry slots[SIZE]; };
uint64_t __CPROVER_uninterpreted_hash(const void *);
static unsigned slot_of(uint64_t hash) {
#ifdef TWIN_slot_harness
  return (unsigned)(hash & SIZE);
#else
  return (unsigned)(hash & (SIZE - 1));
#endif
}
static uint64_t hash_of(const void *key) {
#ifdef TWIN_hash_harness
  return __CPROVER_uninterpreted_hash(key);
#else
  uint64_t hash = __CPROVER_uninterpreted_hash(key);
  return hash == 0 ? 1 : hash;
#endif
}
static bool insert(struct table *t, const void *key) {
  REQUIRES(WRITABLE(t, sizeof *t) && t->count <= SIZE);
  unsigned at = slot_of(hash_of(key));
  for (unsigned i = 0; i < SIZE; i++) {
    struct entry *e = &t->slots[(at + i) % SIZE];
    if (e->key != NULL) continue;
    e->key = key;
    e->hash = hash_of(key);
#ifndef TWIN_insert_harness
    t->count++;
#endif
    ENSURES(t->count > 0 && e->hash == hash_of(key));
    return true;
  }
  return false;
}
void slot_harness(void) { __CPROVER_assert(slot_of(((uint64_t)nondet_size_t())) < SIZE, "a slot"); }
void insert_harness(void) { static struct table t; int key; insert(&t, &key); }
void hash_harness(void) {
  int key;
  uint64_t first = hash_of(&key);
  __CPROVER_assert(first != 0 && first == hash_of(&key), "a hash is not zero, and the same again");
}
void empty_harness(void) {
  static struct table t;
  int key;
#ifdef TWIN_empty_harness
  t.slots[nondet_bool() ? 1 : 2].key = &key;
#endif
  __CPROVER_assert(__CPROVER_forall { unsigned i; i < SIZE ==> t.slots[i].key == NULL }, "empty");
  __CPROVER_assert(ZEROED(t), "zero");
}
