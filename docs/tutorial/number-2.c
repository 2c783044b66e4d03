/* Decimal numbers in a message, as they come over the wire: not terminated by a zero. */
#include <stddef.h>

/* How many characters belong to the number; its value goes to *value. */
size_t read_number(const char *text, size_t length, int *value) {
  size_t i = 0;
  int n = 0;
  while (i < length && text[i] >= '0' && text[i] <= '9') {
    n = n * 10 + (text[i] - '0');
    i++;
  }
  *value = n;
  return i;
}
