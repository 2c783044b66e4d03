/*
 * A ring buffer of bytes on the heap that can be resized: put, take, skip, resize, under any sequence of requests.
 *
 * sample: 1 200 1 201 1 202 2 2 3 2 0
 * sample: 4 100 1 5 1 6 4 1 4 200 2 0
 * sample: 1 1 1 2 3 1 4 16 1 3 1 4 2 2 2 0
 * bug 1 memory: where the bytes do not fit into the new size, the old ones are gone all the same
 * witness: 1 10 1 20 1 30 4 2 2
 * bug 2 bounds: what is skipped up to the very end of the buffer does not wrap
 * witness: 1 7 2 1 9 1 9 1 9 1 9 1 9 1 9 1 9 3 7 1 5 2
 * bug 3 memory: emptied to no size at all, the buffer is freed, and once more when it is closed
 * witness: 1 65 2 4 0
 */
#include <assert.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);

#define FIRST_CAPACITY 8
#define MAX_CAPACITY 1024

struct ring {
  unsigned char *data;
  size_t capacity;
  size_t head;
  size_t count;
};

static int ring_open(struct ring *r, size_t capacity) {
  r->data = malloc(capacity);
  if (r->data == NULL) return 0;
  r->capacity = capacity;
  r->head = 0;
  r->count = 0;
  return 1;
}

static void ring_close(struct ring *r) {
  free(r->data);
  r->data = NULL;
  r->capacity = 0;
  r->count = 0;
}

static int ring_put(struct ring *r, unsigned char byte) {
  size_t tail;
  if (r->count == r->capacity) return 0;
  tail = r->head + r->count;
  if (tail >= r->capacity) tail -= r->capacity;
  r->data[tail] = byte;
  r->count++;
  return 1;
}

/* The oldest byte, or -1. */
static int ring_take(struct ring *r) {
  unsigned char byte;
  if (r->count == 0) return -1;
  byte = r->data[r->head];
  r->head++;
  if (r->head == r->capacity) r->head = 0;
  r->count--;
  return byte;
}

/* Drops up to n of the oldest bytes. */
static size_t ring_skip(struct ring *r, size_t n) {
  if (n > r->count) n = r->count;
  r->head += n;
#if BUG == 2
  if (r->head > r->capacity) r->head -= r->capacity;
#else
  if (r->head >= r->capacity) r->head -= r->capacity;
#endif
  r->count -= n;
  return n;
}

/* Another capacity, the bytes kept; 0 where they do not fit. No capacity at all is fine for an empty ring. */
static int ring_resize(struct ring *r, size_t capacity) {
  unsigned char *data;
  size_t i;
  if (capacity == 0) {
    if (r->count > 0) return 0;
    free(r->data);
#if BUG != 3
    r->data = NULL;
#endif
    r->capacity = 0;
    r->head = 0;
    return 1;
  }
#if BUG != 1
  if (capacity < r->count) return 0;
#endif
  data = malloc(capacity);
  if (data == NULL) return 0;
  for (i = 0; i < r->count && i < capacity; i++) {
    size_t from = r->head + i;
    data[i] = r->data[from >= r->capacity ? from - r->capacity : from];
  }
  free(r->data);
#if BUG == 1
  if (capacity < r->count) {
    free(data);
    return 0;
  }
#endif
  r->data = data;
  r->capacity = capacity;
  r->head = 0;
  return 1;
}

int main(void) {
  struct ring ring;
  long sum = 0;
  int more = 1;
  if (!ring_open(&ring, FIRST_CAPACITY)) return 1;
  while (more) {
    size_t before = ring.count;
    switch (__VERIFIER_nondet_uchar()) {
      case 1:
        if (ring_put(&ring, __VERIFIER_nondet_uchar())) assert(ring.count == before + 1);
        break;
      case 2: {
        int byte = ring_take(&ring);
        if (byte >= 0) {
          assert(before > 0);
          sum = (sum + byte) % 1000;
        }
        break;
      }
      case 3: {
        size_t skipped = ring_skip(&ring, __VERIFIER_nondet_uint());
        assert(ring.count + skipped == before);
        break;
      }
      case 4: {
        size_t capacity = __VERIFIER_nondet_uint();
        if (capacity <= MAX_CAPACITY) ring_resize(&ring, capacity);
        assert(ring.count == before);
        break;
      }
      default:
        more = 0;
        break;
    }
    assert(ring.count <= ring.capacity);
  }
  ring_close(&ring);
  return (int)sum;
}
