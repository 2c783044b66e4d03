/*
 * A hash map from numbers to texts by open addressing: linear probing, graves where something was removed, texts copied to the heap.
 *
 * sample: 1 5 len "five" ; 1 6 len "six" ; 2 5 3 5 2 5 0
 * sample: 1 1 len "a" ; 1 33 len "b" ; 1 65 len "c" ; 3 33 2 65 1 97 len "d" ; 0
 * sample: 1 -7 len "minus" ; 1 -7 len "other" ; 3 -7 3 -7 0
 * bug 1 bounds: probing from the last slot goes on behind it
 * witness: 1 31 len "a" ; 1 63 len "b"
 * bug 2 overflow: the least key has no opposite
 * witness: 1 -2147483648 len "x"
 * bug 3 memory: a grave keeps its text, which is freed again when the key returns
 * witness: 1 1234 len "a" ; 3 1234 1 1234 len "b"
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);

#define SLOTS 32
#define MOST_USED 24
#define MAX_TEXT 64

enum use { FREE, USED, GRAVE };

struct slot {
  enum use use;
  int key;
  char *text;
};

struct map {
  int used;
  struct slot slots[SLOTS];
};

static void map_init(struct map *m) {
  int i;
  m->used = 0;
  for (i = 0; i < SLOTS; i++) {
    m->slots[i].use = FREE;
    m->slots[i].key = 0;
    m->slots[i].text = NULL;
  }
}

static void map_clear(struct map *m) {
  int i;
  for (i = 0; i < SLOTS; i++) {
    if (m->slots[i].use == USED) free(m->slots[i].text);
    m->slots[i].use = FREE;
    m->slots[i].text = NULL;
  }
  m->used = 0;
}

static int map_home(int key) {
#if BUG == 2
  return (key < 0 ? -key : key) % SLOTS;
#else
  return (int)((unsigned)key % SLOTS);
#endif
}

static int map_after(int at) {
#if BUG == 1
  return at == SLOTS ? 0 : at + 1;
#else
  return at == SLOTS - 1 ? 0 : at + 1;
#endif
}

/* The slot that has the key; else one that may take it; -1 where there is neither. */
static int map_find(const struct map *m, int key) {
  int at = map_home(key);
  int grave = -1;
  int tried;
  for (tried = 0; tried < SLOTS; tried++) {
    const struct slot *s = &m->slots[at];
    switch (s->use) {
      case FREE:
        return grave >= 0 ? grave : at;
      case USED:
        if (s->key == key) return at;
        break;
      case GRAVE:
        if (grave < 0) grave = at;
        break;
    }
    at = map_after(at);
  }
  return grave;
}

static const char *map_get(const struct map *m, int key) {
  int at = map_find(m, key);
  return at >= 0 && m->slots[at].use == USED ? m->slots[at].text : NULL;
}

static int map_put(struct map *m, int key, const char *text) {
  size_t size = strlen(text) + 1;
  int at = map_find(m, key);
  struct slot *s;
  char *copy;
  if (at < 0) return 0;
  s = &m->slots[at];
  if (s->use != USED && m->used >= MOST_USED) return 0;
  copy = malloc(size);
  if (copy == NULL) return 0;
  memcpy(copy, text, size);
  if (s->use != USED) m->used++;
#if BUG == 3
  free(s->text);
#else
  if (s->use == USED) free(s->text);
#endif
  s->use = USED;
  s->key = key;
  s->text = copy;
  return 1;
}

static int map_remove(struct map *m, int key) {
  int at = map_find(m, key);
  struct slot *s;
  if (at < 0 || m->slots[at].use != USED) return 0;
  s = &m->slots[at];
  free(s->text);
#if BUG != 3
  s->text = NULL;
#endif
  s->use = GRAVE;
  m->used--;
  return 1;
}

/* A text of the input, without zeros inside. */
static void read_text(char *text) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned i;
  if (n >= MAX_TEXT) n = MAX_TEXT - 1;
  for (i = 0; i < n; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    text[i] = (char)(c == 0 ? ' ' : c);
  }
  text[n] = '\0';
}

int main(void) {
  struct map map;
  char text[MAX_TEXT];
  long found = 0;
  int more = 1;
  map_init(&map);
  while (more) {
    switch (__VERIFIER_nondet_uchar()) {
      case 1: {
        int key = __VERIFIER_nondet_int();
        read_text(text);
        if (map_put(&map, key, text)) assert(map_get(&map, key) != NULL);
        break;
      }
      case 2: {
        const char *value = map_get(&map, __VERIFIER_nondet_int());
        if (value != NULL) found = (found + (long)strlen(value)) % 1000;
        break;
      }
      case 3: {
        int key = __VERIFIER_nondet_int();
        map_remove(&map, key);
        assert(map_get(&map, key) == NULL);
        break;
      }
      default:
        more = 0;
        break;
    }
    assert(map.used >= 0 && map.used <= MOST_USED);
  }
  map_clear(&map);
  return found > 0;
}
