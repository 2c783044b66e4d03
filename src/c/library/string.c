/* <string.h>. Copies of whole blocks (memcpy, memmove, memset) are operations of the model and have no text. */
typedef __SIZE_TYPE__ size_t;

/* A number that C does not say: any, to who proves. */
extern int __unspecified(int example);
extern void __VERIFIER_assume(int condition);

#define LESS_OR_GREATER(LESS)                                                                                          \
  do {                                                                                                                 \
    int number = __unspecified((LESS) ? -1 : 1);                                                                       \
    __VERIFIER_assume((LESS) ? number < 0 : number > 0);                                                               \
    return number;                                                                                                     \
  } while (0)

/* Who is given a string may count on its end, wherever it stops looking. */
#define IS_STRING(TEXT)                                                                                                \
  do {                                                                                                                 \
    size_t end = 0;                                                                                                    \
    while ((TEXT)[end] != 0)                                                                                           \
      end++;                                                                                                           \
  } while (0)

/* All bytes of both blocks have to be there, whatever differs first. */
int memcmp(const void *left, const void *right, size_t count) {
  const unsigned char *a = left;
  const unsigned char *b = right;
  int order = 0;
  for (size_t i = 0; i < count; i++) {
    unsigned char x = a[i];
    unsigned char y = b[i];
    if (order == 0 && x != y)
      order = x < y ? -1 : 1;
  }
  if (order == 0)
    return 0;
  LESS_OR_GREATER(order < 0);
}

void *memchr(const void *block, int wanted, size_t count) {
  const unsigned char *bytes = block;
  for (size_t i = 0; i < count; i++)
    if (bytes[i] == (unsigned char)wanted)
      return (void *)(bytes + i);
  return 0;
}

size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length] != 0)
    length++;
  return length;
}

size_t strnlen(const char *text, size_t most) {
  size_t length = 0;
  while (length < most && text[length] != 0)
    length++;
  return length;
}

char *strcpy(char *to, const char *from) {
  size_t i = 0;
  for (;; i++) {
    to[i] = from[i];
    if (to[i] == 0)
      return to;
  }
}

char *stpcpy(char *to, const char *from) {
  size_t i = 0;
  for (;; i++) {
    to[i] = from[i];
    if (to[i] == 0)
      return to + i;
  }
}

char *strncpy(char *to, const char *from, size_t count) {
  size_t i = 0;
  for (; i < count && from[i] != 0; i++)
    to[i] = from[i];
  for (; i < count; i++)
    to[i] = 0;
  return to;
}

char *strcat(char *to, const char *from) {
  char *end = to;
  while (*end != 0)
    end++;
  for (size_t i = 0;; i++) {
    end[i] = from[i];
    if (end[i] == 0)
      return to;
  }
}

char *strncat(char *to, const char *from, size_t most) {
  char *end = to;
  while (*end != 0)
    end++;
  size_t i = 0;
  for (; i < most && from[i] != 0; i++)
    end[i] = from[i];
  end[i] = 0;
  return to;
}

int strcmp(const char *left, const char *right) {
  IS_STRING(left);
  IS_STRING(right);
  const unsigned char *a = (const unsigned char *)left;
  const unsigned char *b = (const unsigned char *)right;
  for (size_t i = 0;; i++) {
    if (a[i] != b[i])
      LESS_OR_GREATER(a[i] < b[i]);
    if (a[i] == 0)
      return 0;
  }
}

int strncmp(const char *left, const char *right, size_t most) {
  const unsigned char *a = (const unsigned char *)left;
  const unsigned char *b = (const unsigned char *)right;
  for (size_t i = 0; i < most; i++) {
    if (a[i] != b[i])
      LESS_OR_GREATER(a[i] < b[i]);
    if (a[i] == 0)
      return 0;
  }
  return 0;
}

#define LOWER(C) ((C) >= 'A' && (C) <= 'Z' ? (C) - 'A' + 'a' : (C))

int strcasecmp(const char *left, const char *right) {
  IS_STRING(left);
  IS_STRING(right);
  const unsigned char *a = (const unsigned char *)left;
  const unsigned char *b = (const unsigned char *)right;
  for (size_t i = 0;; i++) {
    if (LOWER(a[i]) != LOWER(b[i]))
      LESS_OR_GREATER(LOWER(a[i]) < LOWER(b[i]));
    if (a[i] == 0)
      return 0;
  }
}

int strncasecmp(const char *left, const char *right, size_t most) {
  const unsigned char *a = (const unsigned char *)left;
  const unsigned char *b = (const unsigned char *)right;
  for (size_t i = 0; i < most; i++) {
    if (LOWER(a[i]) != LOWER(b[i]))
      LESS_OR_GREATER(LOWER(a[i]) < LOWER(b[i]));
    if (a[i] == 0)
      return 0;
  }
  return 0;
}

char *strchr(const char *text, int wanted) {
  IS_STRING(text);
  for (size_t i = 0;; i++) {
    if (text[i] == (char)wanted)
      return (char *)(text + i);
    if (text[i] == 0)
      return 0;
  }
}

char *strrchr(const char *text, int wanted) {
  char *found = 0;
  for (size_t i = 0;; i++) {
    if (text[i] == (char)wanted)
      found = (char *)(text + i);
    if (text[i] == 0)
      return found;
  }
}

char *strstr(const char *text, const char *wanted) {
  IS_STRING(text);
  IS_STRING(wanted);
  for (size_t i = 0;; i++) {
    size_t k = 0;
    while (wanted[k] != 0 && text[i + k] == wanted[k])
      k++;
    if (wanted[k] == 0)
      return (char *)(text + i);
    if (text[i + k] == 0)
      return 0;
  }
}

size_t strspn(const char *text, const char *accepted) {
  IS_STRING(text);
  IS_STRING(accepted);
  for (size_t i = 0;; i++) {
    size_t k = 0;
    while (accepted[k] != 0 && accepted[k] != text[i])
      k++;
    if (text[i] == 0 || accepted[k] == 0)
      return i;
  }
}

size_t strcspn(const char *text, const char *rejected) {
  IS_STRING(text);
  IS_STRING(rejected);
  for (size_t i = 0;; i++) {
    size_t k = 0;
    while (rejected[k] != 0 && rejected[k] != text[i])
      k++;
    if (text[i] == 0 || rejected[k] != 0)
      return i;
  }
}

char *strpbrk(const char *text, const char *wanted) {
  IS_STRING(text);
  IS_STRING(wanted);
  for (size_t i = 0; text[i] != 0; i++)
    for (size_t k = 0; wanted[k] != 0; k++)
      if (wanted[k] == text[i])
        return (char *)(text + i);
  return 0;
}
