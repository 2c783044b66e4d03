/* Decimal numbers in a message, as they come over the wire: not terminated by a zero. */
#include <limits.h>
#include <stddef.h>

/* How many characters belong to the number, 0 if it does not fit; its value goes to *value. */
size_t read_number(const char *text, size_t length, int *value) {
  size_t i = 0;
  int n = 0;
  while (i < length && text[i] >= '0' && text[i] <= '9') {
    int digit = text[i] - '0';
    if (n > (INT_MAX - digit) / 10) return 0;
    n = n * 10 + digit;
    i++;
  }
  *value = n;
  return i;
}
