/* <stdlib.h>. */
typedef __SIZE_TYPE__ size_t;

extern void *malloc(size_t size);
extern int __unspecified(int example);
extern void __VERIFIER_assume(int condition);

/* As strtol and a conversion, which is what the GNU library does where the number does not fit and C says nothing. */
#define NUMBER_FROM_TEXT(NAME, TYPE, WIDE, MOST)                                                                       \
  TYPE NAME(const char *text) {                                                                                        \
    size_t end = 0;                                                                                                    \
    while (text[end] != 0)                                                                                             \
      end++;                                                                                                           \
    size_t i = 0;                                                                                                      \
    while (text[i] == ' ' || (text[i] >= '\t' && text[i] <= '\r'))                                                     \
      i++;                                                                                                             \
    int negative = text[i] == '-';                                                                                     \
    if (text[i] == '-' || text[i] == '+')                                                                              \
      i++;                                                                                                             \
    unsigned WIDE most = negative ? (unsigned WIDE)(MOST) + 1 : (MOST);                                                \
    unsigned WIDE size = 0;                                                                                            \
    for (; text[i] >= '0' && text[i] <= '9'; i++) {                                                                    \
      unsigned digit = (unsigned)text[i] - '0';                                                                        \
      size = size > (most - digit) / 10 ? most : size * 10 + digit;                                                    \
    }                                                                                                                  \
    return (TYPE)(WIDE)(negative ? 0 - size : size);                                                                   \
  }

NUMBER_FROM_TEXT(atoi, int, long, __LONG_MAX__)
NUMBER_FROM_TEXT(atol, long, long, __LONG_MAX__)
NUMBER_FROM_TEXT(atoll, long long, long long, __LONG_LONG_MAX__)

char *strdup(const char *text) {
  size_t length = 0;
  while (text[length] != 0)
    length++;
  char *copy = malloc(length + 1);
  if (copy != 0)
    for (size_t i = 0; i <= length; i++)
      copy[i] = text[i];
  return copy;
}

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
  size_t low = 0;
  size_t high = count;
  while (low < high) {
    /* C does not say which elements are looked at, nor which of equal ones is found. */
    size_t middle = (unsigned)__unspecified((int)(low + (high - low) / 2));
    __VERIFIER_assume(middle >= low && middle < high);
    const char *at = (const char *)base + middle * size;
    int order = compare(key, at);
    if (order == 0)
      return (void *)at;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return 0;
}
