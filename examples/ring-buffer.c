// A ring buffer of fixed capacity, as drivers and audio code use it.
//
// To be proved, for every sequence of operations: the indices stay inside the array, the number of elements stays
// between 0 and the capacity, and `count` always agrees with the indices. Check the accesses themselves with
// `hone verify --check bounds examples/ring-buffer.c`.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { CAPACITY = 8 };

static int slots[CAPACITY];
static unsigned head, tail, count;

static int push(int value) {
  if (count == CAPACITY)
    return 0;
  slots[head] = value;
  head = (head + 1) % CAPACITY;
  count++;
  return 1;
}

static int pop(int *value) {
  if (count == 0)
    return 0;
  *value = slots[tail];
  tail = (tail + 1) % CAPACITY;
  count--;
  return 1;
}

int main(void) {
  int operations = 0;
  while (operations < 100 && __VERIFIER_nondet_int()) {
    int value = 0;
    if (__VERIFIER_nondet_int())
      push(operations);
    else
      pop(&value);
    assert(head < CAPACITY && tail < CAPACITY);
    assert(count <= CAPACITY);
    assert((tail + count) % CAPACITY == head);
    operations++;
  }
  return 0;
}
