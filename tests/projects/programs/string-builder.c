/*
 * A string that grows: characters, texts, numbers, other builders are appended; always ended by a zero.
 *
 * sample: 1 65 1 66 2 len "hello" ; 3 -12 0
 * sample: 2 len "0123456789" ; 4 4 5 3 0
 * sample: 3 2147483647 3 0 6 2 len "x" ; 0
 * bug 1 bounds: the zero at the end is forgotten where the characters just fit
 * witness: 2 len "a"*16
 * bug 2 overflow: the least number has no opposite
 * witness: 3 -2147483648
 * bug 3 memory: appended to itself, the builder copies from where it was before it grew
 * witness: 2 len "a"*12 ; 4
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);

#define FIRST_CAPACITY 16
#define MAX_LENGTH 100000
#define MAX_PIECE 64

struct builder {
  char *text;
  size_t length;
  size_t capacity;
};

static int builder_open(struct builder *b) {
  b->text = malloc(FIRST_CAPACITY);
  if (b->text == NULL) return 0;
  b->text[0] = '\0';
  b->length = 0;
  b->capacity = FIRST_CAPACITY;
  return 1;
}

static void builder_close(struct builder *b) {
  free(b->text);
  b->text = NULL;
  b->length = 0;
  b->capacity = 0;
}

/* Room for n more characters and the zero behind them. */
static int builder_reserve(struct builder *b, size_t n) {
  size_t capacity = b->capacity;
  char *text;
#if BUG == 1
  size_t needed = b->length + n;
#else
  size_t needed = b->length + n + 1;
#endif
  if (needed > MAX_LENGTH) return 0;
  if (needed <= capacity) return 1;
  while (capacity < needed) capacity *= 2;
  text = realloc(b->text, capacity);
  if (text == NULL) return 0;
  b->text = text;
  b->capacity = capacity;
  return 1;
}

static int builder_append(struct builder *b, const char *text, size_t n) {
  if (!builder_reserve(b, n)) return 0;
  memcpy(b->text + b->length, text, n);
  b->length += n;
  b->text[b->length] = '\0';
  return 1;
}

static int builder_append_char(struct builder *b, char c) {
  return builder_append(b, &c, 1);
}

static int builder_append_int(struct builder *b, int value) {
  char digits[12];
  size_t at = sizeof digits;
#if BUG == 2
  unsigned rest = (unsigned)(value < 0 ? -value : value);
#else
  unsigned rest = value < 0 ? 0u - (unsigned)value : (unsigned)value;
#endif
  do {
    digits[--at] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest > 0);
  if (value < 0) digits[--at] = '-';
  return builder_append(b, digits + at, sizeof digits - at);
}

/* The other may be the builder itself. */
static int builder_append_builder(struct builder *b, const struct builder *other) {
  size_t n = other->length;
#if BUG == 3
  const char *text = other->text;
  if (!builder_reserve(b, n)) return 0;
  memmove(b->text + b->length, text, n);
#else
  if (!builder_reserve(b, n)) return 0;
  memmove(b->text + b->length, other->text, n);
#endif
  b->length += n;
  b->text[b->length] = '\0';
  return 1;
}

static void builder_truncate(struct builder *b, size_t length) {
  if (length >= b->length) return;
  b->length = length;
  b->text[length] = '\0';
}

/* Without the spaces at the end. */
static void builder_trim(struct builder *b) {
  size_t n = b->length;
  while (n > 0 && (b->text[n - 1] == ' ' || b->text[n - 1] == '\n')) n--;
  builder_truncate(b, n);
}

int main(void) {
  struct builder builder;
  int more = 1;
  if (!builder_open(&builder)) return 1;
  while (more) {
    switch (__VERIFIER_nondet_uchar()) {
      case 1:
        builder_append_char(&builder, (char)__VERIFIER_nondet_uchar());
        break;
      case 2: {
        char piece[MAX_PIECE];
        unsigned n = __VERIFIER_nondet_uint();
        unsigned i;
        if (n > MAX_PIECE) break;
        for (i = 0; i < n; i++) piece[i] = (char)__VERIFIER_nondet_uchar();
        builder_append(&builder, piece, n);
        break;
      }
      case 3:
        builder_append_int(&builder, __VERIFIER_nondet_int());
        break;
      case 4:
        builder_append_builder(&builder, &builder);
        break;
      case 5:
        builder_truncate(&builder, __VERIFIER_nondet_uint());
        break;
      case 6:
        builder_trim(&builder);
        break;
      default:
        more = 0;
        break;
    }
    assert(builder.length < builder.capacity);
    assert(builder.text[builder.length] == '\0');
  }
  builder_close(&builder);
  return 0;
}
