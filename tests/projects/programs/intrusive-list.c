/*
 * An intrusive doubly linked list, and timers on it: sorted by deadline, once or periodic, started and stopped in any order.
 *
 * sample: 1 5 10 0 1 6 5 0 3 7 3 20 0
 * sample: 1 1 10 3 3 40 2 1 3 50 0
 * sample: 1 1 10 0 1 1 20 0 2 2 2 1 0
 * bug 1 memory: the loop goes on from a timer that it has freed
 * witness: 1 5 10 0 3 10
 * bug 2 memory: the timer that is found first is freed, though the next one was taken off the list
 * witness: 1 7 10 0 1 7 10 0 2 7 3 10
 * bug 3 overflow: the next deadline of a periodic timer is beyond the last that there is
 * witness: 1 9 2147483600 100 3 2147483600
 */
#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);

struct list {
  struct list *next;
  struct list *prev;
};

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

static void list_init(struct list *head) {
  head->next = head;
  head->prev = head;
}

static int list_empty(const struct list *head) {
  return head->next == head;
}

/* Before the given node. */
static void list_insert(struct list *node, struct list *before) {
  node->prev = before->prev;
  node->next = before;
  before->prev->next = node;
  before->prev = node;
}

static void list_remove(struct list *node) {
  node->prev->next = node->next;
  node->next->prev = node->prev;
}

struct timer {
  int id;
  int deadline;
  int period;
  struct list link;
};

struct clock {
  int now;
  unsigned fired;
  struct list timers;
};

static void clock_insert(struct clock *c, struct timer *t) {
  struct list *at;
  for (at = c->timers.next; at != &c->timers; at = at->next) {
    if (container_of(at, struct timer, link)->deadline > t->deadline) break;
  }
  list_insert(&t->link, at);
}

static int clock_start(struct clock *c, int id, int delay, int period) {
  struct timer *t;
  if (delay <= 0 || period < 0 || delay > INT_MAX - c->now) return 0;
  t = malloc(sizeof *t);
  if (t == NULL) return 0;
  t->id = id;
  t->deadline = c->now + delay;
  t->period = period;
  clock_insert(c, t);
  return 1;
}

static struct timer *clock_find(struct clock *c, int id) {
  struct list *at;
  for (at = c->timers.next; at != &c->timers; at = at->next) {
    struct timer *t = container_of(at, struct timer, link);
    if (t->id == id) return t;
  }
  return NULL;
}

static int clock_stop(struct clock *c, int id) {
  struct timer *t = clock_find(c, id);
  if (t == NULL) return 0;
#if BUG == 2
  if (t->link.next != &c->timers && container_of(t->link.next, struct timer, link)->id == id)
    list_remove(t->link.next);
  else
    list_remove(&t->link);
#else
  list_remove(&t->link);
#endif
  free(t);
  return 1;
}

/* Time goes on: what is due fires, and goes away or is due again. */
static void clock_advance(struct clock *c, int now) {
  struct list *at, *next;
  if (now < c->now) return;
  c->now = now;
  for (at = c->timers.next; at != &c->timers; at = next) {
    struct timer *t = container_of(at, struct timer, link);
    next = at->next;
    if (t->deadline > now) break;
    c->fired++;
    list_remove(at);
    if (t->period == 0) {
      free(t);
#if BUG == 1
      next = at->next;
#endif
      continue;
    }
#if BUG != 3
    if (t->period > INT_MAX - now) {
      free(t);
      continue;
    }
#endif
    t->deadline = now + t->period;
    clock_insert(c, t);
    next = c->timers.next;
  }
}

static void clock_clear(struct clock *c) {
  while (!list_empty(&c->timers)) {
    struct timer *t = container_of(c->timers.next, struct timer, link);
    list_remove(&t->link);
    free(t);
  }
}

int main(void) {
  struct clock clock;
  int more = 1;
  clock.now = 0;
  clock.fired = 0;
  list_init(&clock.timers);
  while (more) {
    switch (__VERIFIER_nondet_uchar()) {
      case 1: {
        int id = __VERIFIER_nondet_int();
        int delay = __VERIFIER_nondet_int();
        int period = __VERIFIER_nondet_int();
        clock_start(&clock, id, delay, period);
        break;
      }
      case 2:
        clock_stop(&clock, __VERIFIER_nondet_int());
        break;
      case 3:
        clock_advance(&clock, __VERIFIER_nondet_int());
        break;
      default:
        more = 0;
        break;
    }
    if (!list_empty(&clock.timers))
      assert(container_of(clock.timers.next, struct timer, link)->deadline > clock.now);
  }
  clock_clear(&clock);
  assert(list_empty(&clock.timers));
  return clock.fired > 10;
}
