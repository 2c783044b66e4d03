/*
 * A priority queue: a binary heap in an array that grows; the item of the least priority first. Items can be given another priority.
 *
 * sample: 1 5 1 3 1 9 1 1 1 7 2 2 2 0
 * sample: 1 10 1 20 1 30 1 40 3 0 50 3 3 5 2 2 2 2 2 0
 * sample: 1 -5 1 -5 1 0 3 1 7 4 2 0
 * bug 1 bounds: the right child of the last parent is looked at where there is none, behind a full array
 * witness: 1 1 1 2 1 3 1 4 3 1 9
 * bug 2 overflow: priorities are compared by their difference
 * witness: 1 2000000000 1 -2000000000
 * bug 3 assert: an item that has a left child only does not sink
 * witness: 1 1 1 5 3 0 9 2
 */
#include <assert.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);

#define FIRST_CAPACITY 4
#define MAX_CAPACITY 4096

struct item {
  int priority;
  unsigned order;
};

struct queue {
  struct item *items;
  size_t count;
  size_t capacity;
  unsigned next_order;
};

static int queue_open(struct queue *q) {
  q->items = malloc(FIRST_CAPACITY * sizeof *q->items);
  if (q->items == NULL) return 0;
  q->count = 0;
  q->capacity = FIRST_CAPACITY;
  q->next_order = 0;
  return 1;
}

static void queue_close(struct queue *q) {
  free(q->items);
  q->items = NULL;
}

/* Of equal priority the older item is first. */
static int item_before(const struct item *a, const struct item *b) {
#if BUG == 2
  int difference = a->priority - b->priority;
  if (difference != 0) return difference < 0;
#else
  if (a->priority != b->priority) return a->priority < b->priority;
#endif
  return a->order < b->order;
}

static void item_swap(struct item *a, struct item *b) {
  struct item other = *a;
  *a = *b;
  *b = other;
}

static void queue_rise(struct queue *q, size_t at) {
  while (at > 0) {
    size_t parent = (at - 1) / 2;
    if (!item_before(&q->items[at], &q->items[parent])) return;
    item_swap(&q->items[at], &q->items[parent]);
    at = parent;
  }
}

static void queue_sink(struct queue *q, size_t at) {
  for (;;) {
    size_t left = 2 * at + 1;
    size_t right = left + 1;
    size_t least = at;
#if BUG == 1
    if (left < q->count) {
      if (item_before(&q->items[left], &q->items[least])) least = left;
      if (item_before(&q->items[right], &q->items[least])) least = right;
    }
#elif BUG == 3
    if (right < q->count) {
      if (item_before(&q->items[left], &q->items[least])) least = left;
      if (item_before(&q->items[right], &q->items[least])) least = right;
    }
#else
    if (left < q->count && item_before(&q->items[left], &q->items[least])) least = left;
    if (right < q->count && item_before(&q->items[right], &q->items[least])) least = right;
#endif
    if (least == at) return;
    item_swap(&q->items[at], &q->items[least]);
    at = least;
  }
}

static int queue_grow(struct queue *q) {
  size_t capacity = q->capacity * 2;
  struct item *items;
  if (capacity > MAX_CAPACITY) return 0;
  items = realloc(q->items, capacity * sizeof *items);
  if (items == NULL) return 0;
  q->items = items;
  q->capacity = capacity;
  return 1;
}

static int queue_push(struct queue *q, int priority) {
  if (q->count == q->capacity && !queue_grow(q)) return 0;
  q->items[q->count].priority = priority;
  q->items[q->count].order = q->next_order++;
  q->count++;
  queue_rise(q, q->count - 1);
  return 1;
}

static int queue_pop(struct queue *q, struct item *out) {
  if (q->count == 0) return 0;
  *out = q->items[0];
  q->count--;
  q->items[0] = q->items[q->count];
  queue_sink(q, 0);
  return 1;
}

/* Another priority for the item at a place. */
static int queue_change(struct queue *q, size_t at, int priority) {
  int old;
  if (at >= q->count) return 0;
  old = q->items[at].priority;
  q->items[at].priority = priority;
  if (priority < old) {
    queue_rise(q, at);
  } else if (priority > old) {
    queue_sink(q, at);
  }
  return 1;
}

int main(void) {
  struct queue queue;
  struct item item;
  int more = 1;
  if (!queue_open(&queue)) return 1;
  while (more) {
    switch (__VERIFIER_nondet_uchar()) {
      case 1:
        queue_push(&queue, __VERIFIER_nondet_int());
        break;
      case 2:
        if (queue_pop(&queue, &item) && queue.count > 0) assert(queue.items[0].priority >= item.priority);
        break;
      case 3: {
        unsigned at = __VERIFIER_nondet_uint();
        queue_change(&queue, at, __VERIFIER_nondet_int());
        break;
      }
      default:
        more = 0;
        break;
    }
    assert(queue.count <= queue.capacity);
  }
  queue_close(&queue);
  return 0;
}
