// proofs: link_harness unlink_harness front_harness swap_harness
// A doubly linked list with a node at either end.
#include "proof.h"
struct node { struct node *next, *previous; };
struct list { struct node head, tail; };
static bool is_linked(const struct node *a, const struct node *b) {
  return READABLE(a, sizeof *a) && READABLE(b, sizeof *b) && a->next == b && b->previous == a;
}
static void list_init(struct list *l) {
  l->head.previous = l->tail.next = NULL;
  l->head.next = &l->tail;
  l->tail.previous = &l->head;
}
static void insert_after(struct node *at, struct node *node) {
  REQUIRES(is_linked(at, at->next) && WRITABLE(node, sizeof *node));
  node->next = at->next;
  node->previous = at;
#ifndef TWIN_link_harness
  at->next->previous = node;
#endif
  at->next = node;
  ENSURES(is_linked(at, node) && is_linked(node, node->next));
}
static void list_remove(struct node *node) {
  REQUIRES(is_linked(node->previous, node) && is_linked(node, node->next));
  node->previous->next = node->next;
  node->next->previous = node->previous;
#ifndef TWIN_unlink_harness
  node->next = node->previous = NULL;
#endif
  ENSURES(ZEROED(*node));
}
static struct node *list_front(const struct list *l) {
  REQUIRES(READABLE(l, sizeof *l));
#ifdef TWIN_front_harness
  return l->head.next;
#else
  return l->head.next == &l->tail ? NULL : l->head.next;
#endif
}
static void list_swap(struct list *a, struct list *b) {
  REQUIRES(a != b && !__CPROVER_same_object(a, b));
  struct node *first = a->head.next, *second = b->head.next;
  a->head.next = second;
  b->head.next = first;
#ifdef TWIN_swap_harness
  second->previous = &b->head;
#else
  second->previous = &a->head;
#endif
  first->previous = &b->head;
  ENSURES(is_linked(&a->head, a->head.next) && is_linked(&b->head, b->head.next));
}
void link_harness(void) {
  struct list l;
  list_init(&l);
  struct node *n = malloc(sizeof *n);
  if (n == NULL) return;
  insert_after(&l.head, n);
  __CPROVER_assert(is_linked(n, &l.tail), "before the end");
}
void unlink_harness(void) {
  struct list l;
  struct node n;
  list_init(&l);
  n.next = &l.tail;
  n.previous = &l.head;
  l.head.next = l.tail.previous = &n;
  list_remove(&n);
  __CPROVER_assert(is_linked(&l.head, &l.tail), "empty again");
}
void front_harness(void) {
  struct list l;
  struct node n;
  list_init(&l);
  if (nondet_bool()) { n.next = &l.tail; n.previous = &l.head; l.head.next = l.tail.previous = &n; }
  struct node *front = list_front(&l);
  __CPROVER_assert(front == NULL || front == &n, "a node of its own");
}
void swap_harness(void) {
  struct list a, b;
  struct node n, m;
  a.head.next = &n; n.previous = &a.head; b.head.next = &m; m.previous = &b.head;
  list_swap(&a, &b);
}
