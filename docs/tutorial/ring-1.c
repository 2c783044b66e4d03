/* A ring buffer of bytes, as a driver would have it. */
#include <assert.h>

#define SIZE 8

struct ring {
  unsigned head;                /* where the next byte is written */
  unsigned count;               /* how many bytes wait */
  unsigned char bytes[SIZE];
};

static int put(struct ring *r, unsigned char byte) {
  if (r->count > SIZE) return 0;
  r->bytes[r->head] = byte;
  r->head = (r->head + 1) % SIZE;
  r->count++;
  return 1;
}

static int get(struct ring *r, unsigned char *byte) {
  if (r->count == 0) return 0;
  *byte = r->bytes[(r->head - r->count) % SIZE];
  r->count--;
  return 1;
}

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  struct ring r = {0, 0, {0}};
  unsigned char byte;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) put(&r, __VERIFIER_nondet_uchar());
    else get(&r, &byte);
    assert(r.count <= SIZE);
  }
  return 0;
}
