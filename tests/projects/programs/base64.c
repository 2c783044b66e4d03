/*
 * Base64 (RFC 4648), strict: the decoder takes what the encoder gives and nothing else.
 *
 * sample: len "Hello"
 * sample: len "SGVsbG8="
 * sample: len "QQ=="
 * sample: len "////"
 * bug 1 bounds: the table of values has 128 entries, and 128 itself passes the check
 * witness: len "QUJ\x80"
 * bug 2 bounds: with one = at the end three bytes are written, and the buffer has room for two
 * witness: len "QUI="
 * bug 3 assert: the bits that one = leaves over need not be zero, so that two texts stand for the same bytes
 * witness: len "QUJ="
 */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);

#define MAX_TEXT 96

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int8_t values[128];

static void base64_init(void) {
  int i;
  for (i = 0; i < 128; i++) values[i] = -1;
  for (i = 0; i < 64; i++) values[(int)alphabet[i]] = (int8_t)i;
}

static size_t base64_encoded_size(size_t n) {
  return (n + 2) / 3 * 4;
}

/* out has room for base64_encoded_size(n) characters. */
static size_t base64_encode(const uint8_t *in, size_t n, char *out) {
  size_t i;
  size_t o = 0;
  for (i = 0; i + 2 < n; i += 3) {
    out[o++] = alphabet[in[i] >> 2];
    out[o++] = alphabet[((in[i] & 0x03) << 4) | (in[i + 1] >> 4)];
    out[o++] = alphabet[((in[i + 1] & 0x0f) << 2) | (in[i + 2] >> 6)];
    out[o++] = alphabet[in[i + 2] & 0x3f];
  }
  if (n - i == 1) {
    out[o++] = alphabet[in[i] >> 2];
    out[o++] = alphabet[(in[i] & 0x03) << 4];
    out[o++] = '=';
    out[o++] = '=';
  } else if (n - i == 2) {
    out[o++] = alphabet[in[i] >> 2];
    out[o++] = alphabet[((in[i] & 0x03) << 4) | (in[i + 1] >> 4)];
    out[o++] = alphabet[(in[i + 1] & 0x0f) << 2];
    out[o++] = '=';
  }
  return o;
}

static int base64_value(unsigned char c) {
#if BUG == 1
  if (c > 128) return -1;
#else
  if (c >= 128) return -1;
#endif
  return values[c];
}

/* How many bytes a text of n > 0 characters stands for, or -1. */
static long base64_decoded_size(const char *in, size_t n) {
  long size;
  if (n % 4 != 0) return -1;
  size = (long)(n / 4 * 3);
  if (in[n - 1] == '=') size--;
  if (in[n - 2] == '=') size--;
  return size;
}

/* out has room for base64_decoded_size(in, n) bytes. 0, or -1 where the text is none that the encoder gives. */
static int base64_decode(const char *in, size_t n, uint8_t *out) {
  size_t i;
  size_t o = 0;
  for (i = 0; i < n; i += 4) {
    int last = i + 4 == n;
    int pad = !last || in[i + 3] != '=' ? 0 : in[i + 2] != '=' ? 1 : 2;
    int sextets[4] = {0, 0, 0, 0};
    int a, b, c, d;
    int k;
    for (k = 0; k < 4 - pad; k++) {
      sextets[k] = base64_value((unsigned char)in[i + k]);
      if (sextets[k] < 0) return -1;
    }
    a = sextets[0];
    b = sextets[1];
    c = sextets[2];
    d = sextets[3];
    switch (pad) {
      case 0:
        out[o++] = (uint8_t)(a << 2 | b >> 4);
        out[o++] = (uint8_t)((b & 0x0f) << 4 | c >> 2);
        out[o++] = (uint8_t)((c & 0x03) << 6 | d);
        break;
      case 1:
#if BUG != 3
        if ((c & 0x03) != 0) return -1;
#endif
        out[o++] = (uint8_t)(a << 2 | b >> 4);
        out[o++] = (uint8_t)((b & 0x0f) << 4 | c >> 2);
#if BUG == 2
        out[o++] = (uint8_t)((c & 0x03) << 6);
#endif
        break;
      default:
        if ((b & 0x0f) != 0) return -1;
        out[o++] = (uint8_t)(a << 2 | b >> 4);
        break;
    }
  }
  return 0;
}

/* Decodes a text and encodes the bytes again: the same text. */
static int check_text(const char *text, size_t n) {
  char again[MAX_TEXT];
  uint8_t *bytes;
  long size;
  size_t length;
  int ok;
  if (n == 0) return 1;
  size = base64_decoded_size(text, n);
  if (size <= 0) return 0;
  bytes = malloc((size_t)size);
  if (bytes == NULL) return 0;
  ok = base64_decode(text, n, bytes) == 0;
  if (ok) {
    length = base64_encode(bytes, (size_t)size, again);
    assert(length == n);
    assert(length == base64_encoded_size((size_t)size));
    assert(memcmp(again, text, n) == 0);
  }
  free(bytes);
  return ok;
}

int main(void) {
  char text[MAX_TEXT];
  unsigned n = __VERIFIER_nondet_uint();
  unsigned i;
  if (n > MAX_TEXT) return 0;
  for (i = 0; i < n; i++) text[i] = (char)__VERIFIER_nondet_uchar();
  base64_init();
  return !check_text(text, n);
}
