/*
 * Frames on a serial line: a start byte, a length, a payload, its CRC-16 (by a table, as in X.25). The receiver takes bytes one by one and
 * acts on frames whose sum is right.
 *
 * sample: len "\x7e\x02\x01\x05\x32\x41" "\x7e\x03\x02\x07\x09\xbd\xa3"
 * sample: len "\x7e\x03abc\x00\x00"
 * sample: len "\x7e\x00\x00\x00\x7e\x41"
 * bug 1 bounds: a frame as long as the buffer has no room for the sum behind its payload
 * witness: len "\x7e\x3f" "a"*65
 * bug 2 bounds: behind the right sum a register is set, and the one behind the last passes the check
 * witness: len "\x7e\x03\x02\x08\x01\x3d\xac"
 * bug 3 overflow: behind the right sum steps are added to the position, which nobody bounds
 * witness: len "\x7e\x05\x03\x7f\xff\xff\xff\x4c\x0c"*2
 */
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);

#define START 0x7e
#define MAX_PAYLOAD 62
#define BUFFER 64
#define REGISTERS 8
#define MAX_STREAM 100000

static uint16_t crc_table[256];

static void crc_init(void) {
  unsigned i, bit;
  for (i = 0; i < 256; i++) {
    unsigned crc = i;
    for (bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0x8408 : crc >> 1;
    crc_table[i] = (uint16_t)crc;
  }
}

static uint16_t crc_of(const uint8_t *data, size_t n) {
  uint16_t crc = 0xffff;
  size_t i;
  for (i = 0; i < n; i++) crc = (uint16_t)(crc >> 8) ^ crc_table[(crc ^ data[i]) & 0xff];
  return crc ^ 0xffff;
}

enum state { WAIT_START, WAIT_LENGTH, WAIT_BYTES };

struct receiver {
  enum state state;
  uint8_t buffer[BUFFER];
  unsigned length;
  unsigned have;
  unsigned wrong;
};

struct device {
  uint8_t registers[REGISTERS];
  int position;
  unsigned resets;
};

/* What a frame asks for: its first byte says it. */
static int device_act(struct device *d, const uint8_t *payload, unsigned n) {
  if (n == 0) return 0;
  switch (payload[0]) {
    case 1:
      d->resets++;
      d->position = 0;
      return 1;
    case 2:
      if (n < 3) return 0;
#if BUG == 2
      if (payload[1] > REGISTERS) return 0;
#else
      if (payload[1] >= REGISTERS) return 0;
#endif
      d->registers[payload[1]] = payload[2];
      return 1;
    case 3: {
      int steps;
      if (n < 5 || payload[1] > 0x7f) return 0;
      steps = (int)((uint32_t)payload[1] << 24 | (uint32_t)payload[2] << 16 | (uint32_t)payload[3] << 8 | payload[4]);
#if BUG != 3
      if (steps > INT_MAX - d->position) return 0;
#endif
      d->position += steps;
      return 1;
    }
    default:
      return 0;
  }
}

/* Takes a byte; 1 where it ends a frame whose sum is right. */
static int receiver_take(struct receiver *r, uint8_t byte) {
  switch (r->state) {
    case WAIT_START:
      if (byte == START) r->state = WAIT_LENGTH;
      return 0;
    case WAIT_LENGTH:
#if BUG == 1
      if (byte > BUFFER) {
#else
      if (byte > MAX_PAYLOAD) {
#endif
        r->state = WAIT_START;
        return 0;
      }
      r->length = byte;
      r->have = 0;
      r->state = WAIT_BYTES;
      return 0;
    case WAIT_BYTES:
      r->buffer[r->have++] = byte;
      if (r->have < r->length + 2) return 0;
      r->state = WAIT_START;
      if (crc_of(r->buffer, r->length) == (uint16_t)(r->buffer[r->length] | r->buffer[r->length + 1] << 8)) return 1;
      r->wrong++;
      return 0;
  }
  return 0;
}

int main(void) {
  static struct receiver receiver;
  static struct device device;
  unsigned n = __VERIFIER_nondet_uint();
  unsigned refused = 0;
  unsigned i;
  if (n > MAX_STREAM) return 0;
  crc_init();
  for (i = 0; i < n; i++) {
    if (receiver_take(&receiver, __VERIFIER_nondet_uchar()) && !device_act(&device, receiver.buffer, receiver.length)) refused++;
  }
  return refused + receiver.wrong > 0;
}
