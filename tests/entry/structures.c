// entries, each with what is said of its parameters:
// stack_push:
// stack_pop:
// list_second:
// list_set_all:
// buffer_put:
// buffer_drop:
// area:
// move_point:
// tree_is_leaf:
// apply:
// name_initial:
// pair_sum:
// set_flags:
// optional_size: box=null
// device_state:
// variant_number:
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stack { int items[16]; unsigned top; };
struct node { int value; struct node *next; };
typedef struct { uint8_t *data; size_t length, capacity; } buffer_t;
typedef struct { int x, y; } point;
typedef struct { point low, high; } box;
struct tree { struct tree *left, *right; long key; };
struct person { char name[24]; const char *title; unsigned age : 7, active : 1; };
struct device;
struct variant { enum { NUMBER, TEXT } kind; union { int number; const char *text; } as; };

int device_read(struct device *device);

bool stack_push(struct stack *stack, int item) {
  if (stack->top >= 16)
    return false;
  stack->items[stack->top++] = item;
  return true;
}

bool stack_pop(struct stack *stack, int *item) {
  if (stack->top == 0 || stack->top > 16)
    return false;
  *item = stack->items[--stack->top];
  return true;
}

int list_second(const struct node *list, int otherwise) {
  return list->next != NULL ? list->next->value : otherwise;
}

void list_set_all(struct node *list, int value) {
  for (struct node *at = list; at != NULL; at = at->next)
    at->value = value;
}

bool buffer_put(buffer_t *buffer, uint8_t byte) {
  if (buffer->length >= buffer->capacity || buffer->length >= 1)
    return false;
  buffer->data[buffer->length++] = byte;
  return true;
}

void buffer_drop(buffer_t *buffer, size_t count) {
  buffer->length = count < buffer->length ? buffer->length - count : 0;
}

long area(const box *b) {
  return ((long)b->high.x - b->low.x) * ((long)b->high.y - b->low.y);
}

void move_point(point *p, point by) {
  p->x = (int)((unsigned)p->x + (unsigned)by.x);
  p->y = (int)((unsigned)p->y + (unsigned)by.y);
}

bool tree_is_leaf(const struct tree *tree) {
  return tree->left == NULL && tree->right == NULL;
}

int apply(int (*function)(void *context, int value), void *context, int value) {
  return function(context, value);
}

char name_initial(const struct person *person) {
  return person->age > 20 ? *person->title : person->name[0];
}

long pair_sum(const point *pair) {
  return (long)pair->x + pair->y;
}

void set_flags(struct person *person, bool active) {
  person->active = active;
}

int optional_size(const box *box) {
  return box == NULL ? 0 : box->high.x;
}

int device_state(struct device *device) {
  return device_read(device) & 1;
}

int variant_number(const struct variant *variant) {
  return variant->kind == NUMBER ? variant->as.number : 0;
}
