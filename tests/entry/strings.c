// entries, each with what is said of its parameters:
// copy_bounded: target=size source=size,string
// is_blank: text=12,string
// length_within: text=limit
// skip_spaces: text=10,string
// count_char: text=size
// to_upper: text=8,string
// parse_digit:
// starts_with: text=8,string prefix=8,string
// last_of: text=9,string
// hex_value:
#include <stddef.h>

/* Copies at most size - 1 characters and ends the copy. */
size_t copy_bounded(char *restrict target, const char *restrict source, size_t size) {
  size_t at = 0;
  if (size == 0)
    return 0;
  for (; at + 1 < size && source[at] != '\0'; at++)
    target[at] = source[at];
  target[at] = '\0';
  return at;
}

int is_blank(const char *text) {
  for (; *text != '\0'; text++)
    if (*text != ' ' && *text != '\t')
      return 0;
  return 1;
}

size_t length_within(const char *text, size_t limit) {
  size_t length = 0;
  while (length < limit && text[length] != '\0')
    length++;
  return length;
}

const char *skip_spaces(const char *text) {
  while (*text == ' ')
    text++;
  return text;
}

unsigned count_char(const char text[], size_t size, char wanted) {
  unsigned found = 0;
  for (size_t i = 0; i < size; i++)
    if (text[i] == wanted)
      found++;
  return found;
}

void to_upper(char *text) {
  for (size_t i = 0; text[i] != '\0'; i++)
    if (text[i] >= 'a' && text[i] <= 'z')
      text[i] = (char)(text[i] - 'a' + 'A');
}

/* Reads one digit and moves on. */
int parse_digit(const char **at) {
  const char *here = *at;
  if (*here < '0' || *here > '9')
    return -1;
  int digit = *here - '0';
  *at = here + 1;
  return digit;
}

int starts_with(const char *text, const char *prefix) {
  for (size_t i = 0; prefix[i] != '\0'; i++)
    if (text[i] != prefix[i])
      return 0;
  return 1;
}

const char *last_of(const char *text, char wanted) {
  const char *found = NULL;
  for (; *text != '\0'; text++)
    if (*text == wanted)
      found = text;
  return found;
}

int hex_value(char digit, int *out) {
  if (digit >= '0' && digit <= '9')
    *out = digit - '0';
  else if (digit >= 'a' && digit <= 'f')
    *out = digit - 'a' + 10;
  else
    return 0;
  return 1;
}
