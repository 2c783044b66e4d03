/*
 * Parts of what printf and scanf do, out of which a function is written for each format (cfa/library/format-text.ts):
 * `to`, `room`: where text goes, and how much of it with its end; `at`: how far it is. `text`: what is scanned.
 */
typedef __SIZE_TYPE__ size_t;

extern void a_number_that_does_not_fit(void);

/* A character that has no room counts all the same. */
#define PUT(C)                                                                                                         \
  do {                                                                                                                 \
    if (at + 1 < room)                                                                                                 \
      to[at] = (char)(C);                                                                                              \
    at++;                                                                                                              \
  } while (0)

#define PUT_IF(CONDITION, C)                                                                                           \
  do {                                                                                                                 \
    if (CONDITION)                                                                                                     \
      PUT(C);                                                                                                          \
  } while (0)

#define PUT_HEX(DIGIT, LETTER)                                                                                         \
  do {                                                                                                                 \
    unsigned digit = (unsigned)(DIGIT);                                                                                \
    PUT(digit < 10 ? '0' + digit : (LETTER) + digit - 10);                                                             \
  } while (0)

/* As many as there are up to the string's end, or as many as MOST. */
#define LENGTH(COUNT, STRING, MOST)                                                                                    \
  size_t COUNT = 0;                                                                                                    \
  while (COUNT < (MOST) && (STRING)[COUNT] != 0)                                                                       \
  COUNT++

#define PUT_STRING(STRING, COUNT)                                                                                      \
  for (size_t i = 0; i < (COUNT); i++)                                                                                 \
  PUT((STRING)[i])

#define PAD(COUNT, WIDTH)                                                                                              \
  for (size_t i = (COUNT); i < (WIDTH); i++)                                                                           \
  PUT(' ')

#define PRINTED                                                                                                        \
  do {                                                                                                                 \
    if (room > 0)                                                                                                      \
      to[at < room ? at : room - 1] = 0;                                                                               \
    return (int)at;                                                                                                    \
  } while (0)

#define IS_STRING(TEXT)                                                                                                \
  do {                                                                                                                 \
    size_t end = 0;                                                                                                    \
    while ((TEXT)[end] != 0)                                                                                           \
      end++;                                                                                                           \
  } while (0)

#define IS_SPACE(C) ((C) == ' ' || ((C) >= '\t' && (C) <= '\r'))

#define SKIP_SPACE                                                                                                     \
  while (IS_SPACE(text[at]))                                                                                           \
  at++

/* Nothing assigned and nothing left to read is the end of the input; otherwise something else was met. */
#define STOP return assigned == 0 && text[at] == 0 ? -1 : (int)assigned

#define MATCH(C)                                                                                                       \
  do {                                                                                                                 \
    if (text[at] != (char)(C))                                                                                         \
      STOP;                                                                                                            \
    at++;                                                                                                              \
  } while (0)

#define SCAN_CHARACTER(TO)                                                                                             \
  do {                                                                                                                 \
    if (text[at] == 0)                                                                                                 \
      STOP;                                                                                                            \
    *(TO) = text[at];                                                                                                  \
    at++;                                                                                                              \
    assigned++;                                                                                                        \
  } while (0)

#define SCAN_WORD(TO, WIDTH)                                                                                           \
  do {                                                                                                                 \
    SKIP_SPACE;                                                                                                        \
    if (text[at] == 0)                                                                                                 \
      STOP;                                                                                                            \
    size_t count = 0;                                                                                                  \
    while (count < (WIDTH) && text[at] != 0 && !IS_SPACE(text[at])) {                                                  \
      (TO)[count] = text[at];                                                                                          \
      count++;                                                                                                         \
      at++;                                                                                                            \
    }                                                                                                                  \
    (TO)[count] = 0;                                                                                                   \
    assigned++;                                                                                                        \
  } while (0)

#define DIGIT(C)                                                                                                       \
  ((C) >= '0' && (C) <= '9'   ? (unsigned)(C) - '0'                                                                    \
   : (C) >= 'a' && (C) <= 'f' ? (unsigned)(C) - 'a' + 10                                                               \
   : (C) >= 'A' && (C) <= 'F' ? (unsigned)(C) - 'A' + 10                                                               \
                              : 16)

/* MOST, LEAST: the magnitudes of the greatest and of the least number; C does not say what happens beyond. */
#define SCAN_NUMBER(TO, TYPE, MAGNITUDE, BASE, WIDTH, MOST, LEAST)                                                     \
  do {                                                                                                                 \
    SKIP_SPACE;                                                                                                        \
    size_t last = (WIDTH);                                                                                             \
    size_t count = 0;                                                                                                  \
    int negative = text[at] == '-';                                                                                    \
    if (text[at] == '-' || text[at] == '+')                                                                            \
      count++;                                                                                                         \
    if ((BASE) == 16 && count + 1 < last && text[at + count] == '0' &&                                                 \
        (text[at + count + 1] == 'x' || text[at + count + 1] == 'X')) {                                                \
      /* A prefix without digits behind it is read by some libraries before they notice. */                            \
      if (last <= count + 2 || DIGIT(text[at + count + 2]) == 16)                                                      \
        a_number_that_does_not_fit();                                                                                  \
      count = count + 2;                                                                                               \
    }                                                                                                                  \
    size_t start = count;                                                                                              \
    MAGNITUDE most = negative ? (LEAST) : (MOST);                                                                      \
    MAGNITUDE size = 0;                                                                                                \
    for (; count < last && DIGIT(text[at + count]) < (BASE); count++) {                                                \
      unsigned digit = DIGIT(text[at + count]);                                                                        \
      if (size > (most - digit) / (BASE))                                                                              \
        a_number_that_does_not_fit();                                                                                  \
      size = size * (BASE) + digit;                                                                                    \
    }                                                                                                                  \
    if (count == start)                                                                                                \
      STOP;                                                                                                            \
    at = at + count;                                                                                                   \
    *(TO) = (TYPE)(negative ? 0 - size : size);                                                                        \
    assigned++;                                                                                                        \
  } while (0)
