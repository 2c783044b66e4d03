#ifndef LIBRARY_H
#define LIBRARY_H
#include "contracts.h"
struct vector { struct supplier *from; size_t bytes, count, item; void *data; };
struct cursor { size_t length; uint8_t *at; };
struct ring { uint8_t *start, *head, *tail, *end; };
#define MOST_SLOTS 4
struct slot { const void *key; void *value; uint64_t hash; };
struct table { uint64_t (*hash)(const void *); bool (*same)(const void *, const void *); size_t size, mask; struct slot slots[MOST_SLOTS]; };
struct link { struct link *next, *previous; };
struct chain { struct link first, last; };
bool vector_ok(const struct vector *v);
void *vector_at(const struct vector *v, size_t index);
int vector_start(struct vector *v, struct supplier *from, size_t items, size_t item);
void vector_drop_last(struct vector *v);
bool cursor_ok(const struct cursor *c);
struct cursor cursor_take(struct cursor *c, size_t length);
struct cursor cursor_trim(struct cursor c, bool (*unwanted)(uint8_t));
uint32_t cursor_hash(struct cursor c);
bool ring_ok(const struct ring *r);
uint8_t *ring_take(struct ring *r, size_t bytes);
bool table_ok(const struct table *t);
struct slot *table_find(struct table *t, const void *key);
bool chain_ok(const struct chain *c);
void chain_append(struct chain *c, struct link *link);
#endif
