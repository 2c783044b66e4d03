/*
 * UTF-8: decoding with all the checks of RFC 3629, counting, and conversion to UTF-16.
 *
 * sample: len "plain text"
 * sample: len "gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80"
 * sample: len "\xc0\xaf\xe0\x80\x80\xf5\x80"
 * bug 1 bounds: a sequence of four needs four bytes, and only three are asked for
 * witness: len "\xf1\x80\x80"
 * bug 2 assert: surrogates are taken for characters
 * witness: len "\xed\xa0\x80"
 * bug 3 bounds: a pair of UTF-16 units is written where one is left
 * witness: len "a"*31 "\xf0\x9f\x98\x80"
 */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);

#define UTF8_INVALID 0xffffffffu
#define UNITS 32
#define MAX_TEXT 65536

typedef struct {
  const uint8_t *at;
  const uint8_t *end;
} utf8_reader;

static int is_continuation(uint8_t byte) {
  return (byte & 0xc0) == 0x80;
}

/* How many bytes the sequence has that starts with this one; 0: none does. */
static int utf8_width(uint8_t first) {
  if (first < 0x80) return 1;
  if (first < 0xc2) return 0;
  if (first < 0xe0) return 2;
  if (first < 0xf0) return 3;
  if (first < 0xf5) return 4;
  return 0;
}

/* The next character; the reader stands behind it, or behind one byte that is none. */
static uint32_t utf8_next(utf8_reader *r) {
  const uint8_t *p = r->at;
  int width = utf8_width(p[0]);
  long left = r->end - p;
  uint32_t point;
  r->at = p + 1;
  switch (width) {
    case 1:
      return p[0];
    case 2:
      if (left < 2 || !is_continuation(p[1])) return UTF8_INVALID;
      point = (uint32_t)(p[0] & 0x1f) << 6 | (p[1] & 0x3f);
      break;
    case 3:
      if (left < 3 || !is_continuation(p[1]) || !is_continuation(p[2])) return UTF8_INVALID;
      point = (uint32_t)(p[0] & 0x0f) << 12 | (uint32_t)(p[1] & 0x3f) << 6 | (p[2] & 0x3f);
      if (point < 0x800) return UTF8_INVALID;
#if BUG != 2
      if (point >= 0xd800 && point <= 0xdfff) return UTF8_INVALID;
#endif
      break;
    case 4:
#if BUG == 1
      if (left < 3) return UTF8_INVALID;
#else
      if (left < 4) return UTF8_INVALID;
#endif
      if (!is_continuation(p[1]) || !is_continuation(p[2]) || !is_continuation(p[3])) return UTF8_INVALID;
      point = (uint32_t)(p[0] & 0x07) << 18 | (uint32_t)(p[1] & 0x3f) << 12 | (uint32_t)(p[2] & 0x3f) << 6 | (p[3] & 0x3f);
      if (point < 0x10000 || point > 0x10ffff) return UTF8_INVALID;
      break;
    default:
      return UTF8_INVALID;
  }
  r->at = p + width;
  return point;
}

/* Characters in the text; what is none is not counted. */
static size_t utf8_count(const uint8_t *text, size_t n) {
  utf8_reader r;
  size_t count = 0;
  r.at = text;
  r.end = text + n;
  while (r.at < r.end) {
    if (utf8_next(&r) != UTF8_INVALID) count++;
  }
  return count;
}

/* How many units were written; the text is cut off where the units end, never inside a pair. */
static size_t utf8_to_utf16(const uint8_t *text, size_t n, uint16_t *units, size_t capacity) {
  utf8_reader r;
  size_t used = 0;
  r.at = text;
  r.end = text + n;
  while (r.at < r.end) {
    uint32_t point = utf8_next(&r);
    if (point == UTF8_INVALID) point = 0xfffd;
    assert(point < 0xd800 || point > 0xdfff);
    if (used == capacity) break;
    if (point < 0x10000) {
      units[used++] = (uint16_t)point;
    } else {
#if BUG != 3
      if (capacity - used < 2) break;
#endif
      point -= 0x10000;
      units[used++] = (uint16_t)(0xd800 + (point >> 10));
      units[used++] = (uint16_t)(0xdc00 + (point & 0x3ff));
    }
  }
  return used;
}

int main(void) {
  uint16_t units[UNITS];
  size_t n = __VERIFIER_nondet_uint();
  size_t i, count, used;
  uint8_t *text;
  if (n == 0 || n > MAX_TEXT) return 0;
  text = malloc(n);
  if (text == NULL) return 1;
  for (i = 0; i < n; i++) text[i] = __VERIFIER_nondet_uchar();
  count = utf8_count(text, n);
  assert(count <= n);
  used = utf8_to_utf16(text, n, units, UNITS);
  assert(used <= UNITS);
  free(text);
  return count > used;
}
