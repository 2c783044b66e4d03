/* <stdlib.h>. */
typedef __SIZE_TYPE__ size_t;

extern void *malloc(size_t size);
extern int __unspecified(int example);
extern void __VERIFIER_assume(int condition);
extern void __set_errno(int number);
extern void a_number_in_such_a_base(void);

#define ERANGE 34

#define IS_STRING(TEXT)                                                                                                \
  do {                                                                                                                 \
    size_t end = 0;                                                                                                    \
    while ((TEXT)[end] != 0)                                                                                           \
      end++;                                                                                                           \
  } while (0)

#define IS_SPACE(C) ((C) == ' ' || ((C) >= '\t' && (C) <= '\r'))

#define NO_DIGIT 36
#define DIGIT(C)                                                                                                       \
  ((C) >= '0' && (C) <= '9'   ? (unsigned)(C) - '0'                                                                    \
   : (C) >= 'a' && (C) <= 'z' ? (unsigned)(C) - 'a' + 10                                                               \
   : (C) >= 'A' && (C) <= 'Z' ? (unsigned)(C) - 'A' + 10                                                               \
                              : NO_DIGIT)

/* MOST, LEAST: the magnitudes of the greatest and of the least number. */
#define NUMBER_FROM_TEXT(NAME, TYPE, MAGNITUDE, MOST, LEAST, OUTSIDE)                                                  \
  TYPE NAME(const char *text, char **rest, int base) {                                                                 \
    if (base < 0 || base == 1 || base > 36)                                                                            \
      a_number_in_such_a_base();                                                                                       \
    IS_STRING(text);                                                                                                   \
    size_t i = 0;                                                                                                      \
    while (IS_SPACE(text[i]))                                                                                          \
      i++;                                                                                                             \
    int negative = text[i] == '-';                                                                                     \
    if (text[i] == '-' || text[i] == '+')                                                                              \
      i++;                                                                                                             \
    unsigned radix = base == 0 ? (text[i] == '0' ? 8 : 10) : (unsigned)base;                                           \
    if ((base == 0 || base == 16) && text[i] == '0' && (text[i + 1] == 'x' || text[i + 1] == 'X') &&                   \
        DIGIT(text[i + 2]) < 16) {                                                                                     \
      radix = 16;                                                                                                      \
      i = i + 2;                                                                                                       \
    }                                                                                                                  \
    size_t start = i;                                                                                                  \
    MAGNITUDE most = negative ? (LEAST) : (MOST);                                                                      \
    MAGNITUDE size = 0;                                                                                                \
    int outside = 0;                                                                                                   \
    for (;; i++) {                                                                                                     \
      unsigned digit = DIGIT(text[i]);                                                                                 \
      if (digit >= radix)                                                                                              \
        break;                                                                                                         \
      if (outside || size > (most - digit) / radix)                                                                    \
        outside = 1;                                                                                                   \
      else                                                                                                             \
        size = size * radix + digit;                                                                                   \
    }                                                                                                                  \
    if (rest != 0)                                                                                                     \
      *rest = (char *)(i == start ? text : text + i);                                                                  \
    if (outside) {                                                                                                     \
      __set_errno(ERANGE);                                                                                             \
      return OUTSIDE;                                                                                                  \
    }                                                                                                                  \
    return (TYPE)(negative ? 0 - size : size);                                                                         \
  }

#define LONG_SIZE (__LONG_MAX__ + 1UL)
#define LONG_LONG_SIZE (__LONG_LONG_MAX__ + 1ULL)

NUMBER_FROM_TEXT(strtol, long, unsigned long, __LONG_MAX__, LONG_SIZE, (long)(negative ? LONG_SIZE : __LONG_MAX__))
NUMBER_FROM_TEXT(strtoll, long long, unsigned long long, __LONG_LONG_MAX__, LONG_LONG_SIZE,
                 (long long)(negative ? LONG_LONG_SIZE : __LONG_LONG_MAX__))
/* A minus sign negates the unsigned number; only its magnitude may be too large. */
NUMBER_FROM_TEXT(strtoul, unsigned long, unsigned long, -1UL, -1UL, -1UL)
NUMBER_FROM_TEXT(strtoull, unsigned long long, unsigned long long, -1ULL, -1ULL, -1ULL)

/* As strtol and a conversion, which is what the GNU library does where the number does not fit and C says nothing. */
#define DECIMAL_FROM_TEXT(NAME, TYPE, WIDE, MOST)                                                                      \
  TYPE NAME(const char *text) {                                                                                        \
    IS_STRING(text);                                                                                                   \
    size_t i = 0;                                                                                                      \
    while (IS_SPACE(text[i]))                                                                                          \
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

DECIMAL_FROM_TEXT(atoi, int, long, __LONG_MAX__)
DECIMAL_FROM_TEXT(atol, long, long, __LONG_MAX__)
DECIMAL_FROM_TEXT(atoll, long long, long long, __LONG_LONG_MAX__)

/* Structures are returned through a hidden first parameter. */
#define QUOTIENT(NAME, TYPE)                                                                                           \
  void NAME(TYPE *result, TYPE number, TYPE divisor) {                                                                 \
    result[0] = number / divisor;                                                                                      \
    result[1] = number % divisor;                                                                                      \
  }

QUOTIENT(div, int)
QUOTIENT(ldiv, long)
QUOTIENT(lldiv, long long)

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

char *strndup(const char *text, size_t most) {
  size_t length = 0;
  while (length < most && text[length] != 0)
    length++;
  char *copy = malloc(length + 1);
  if (copy != 0) {
    for (size_t i = 0; i < length; i++)
      copy[i] = text[i];
    copy[length] = 0;
  }
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

#define SWAP(TYPE)                                                                                                     \
  do {                                                                                                                 \
    TYPE *left = (TYPE *)(at - size);                                                                                  \
    TYPE *right = (TYPE *)at;                                                                                          \
    TYPE kept = *left;                                                                                                 \
    *left = *right;                                                                                                    \
    *right = kept;                                                                                                     \
  } while (0)

/*
 * Insertion, where an element may pass those that are equal to it: C leaves their order open. Only comparison functions without
 * effects get here, so that nobody sees how often they are called; that any two elements may be compared is the first call.
 */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  if (count < 2)
    return;
  char *first = base;
  size_t one = (unsigned)__unspecified(0);
  size_t other = (unsigned)__unspecified(1);
  __VERIFIER_assume(one < count && other < count && one != other);
  compare(first + one * size, first + other * size);
  for (size_t i = 1; i < count; i++)
    for (size_t k = i; k > 0; k--) {
      char *at = first + k * size;
      int order = compare(at - size, at);
      if (order < 0 || (order == 0 && __unspecified(0) == 0))
        break;
      if (size == sizeof(int))
        SWAP(int);
      else if (size == sizeof(void *))
        SWAP(void *);
      else if (size == 1)
        SWAP(char);
      else if (size == 2)
        SWAP(short);
      else
        for (size_t byte = 0; byte < size; byte++) {
          char kept = at[byte - size];
          at[byte - size] = at[byte];
          at[byte] = kept;
        }
    }
}
