// entries, each with what is said of its parameters:
// checksum: data=size
// read_u16: data=2
// write_u32: out=4
// fill_bytes: target=size
// same_bytes: a=size b=size
// next_token:
// encode:
#include <stddef.h>
#include <stdint.h>

uint8_t checksum(const void *data, size_t size) {
  const uint8_t *bytes = data;
  uint8_t total = 0;
  for (size_t i = 0; i < size; i++)
    total = (uint8_t)(total + bytes[i]);
  return total;
}

uint16_t read_u16(const uint8_t *data) {
  return (uint16_t)(data[0] | data[1] << 8);
}

void write_u32(uint8_t *out, uint32_t value) {
  for (int i = 0; i < 4; i++)
    out[i] = (uint8_t)(value >> (8 * i));
}

void fill_bytes(void *target, uint8_t byte, size_t size) {
  uint8_t *bytes = target;
  for (size_t i = 0; i < size; i++)
    bytes[i] = byte;
}

int same_bytes(const void *a, const void *b, size_t size) {
  const unsigned char *left = a, *right = b;
  for (size_t i = 0; i < size; i++)
    if (left[i] != right[i])
      return 0;
  return 1;
}

struct reader { const uint8_t *at, *end; int error; };

int next_token(struct reader *state) {
  if (state->error != 0)
    return -1;
  return *state->at;
}

void encode(const uint8_t in[3], char out[static 4]) {
  static const char letters[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  uint32_t bits = (uint32_t)in[0] << 16 | (uint32_t)in[1] << 8 | in[2];
  for (int i = 0; i < 4; i++)
    out[i] = letters[bits >> (18 - 6 * i) & 63];
}
