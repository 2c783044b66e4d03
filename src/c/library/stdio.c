/* <stdio.h>: results and memory; where text comes from and goes to is the environment's affair. */
typedef __SIZE_TYPE__ size_t;

extern int __unspecified(int example);
extern void __VERIFIER_assume(int condition);
extern void a_line_without_room(void);

#define EOF (-1)

/* The character, or the end where the stream takes no more. */
#define PUT_CHARACTER(C)                                                                                               \
  do {                                                                                                                 \
    int result = __unspecified((unsigned char)(C));                                                                    \
    __VERIFIER_assume(result == EOF || result == (unsigned char)(C));                                                  \
    return result;                                                                                                     \
  } while (0)

int putchar(int c) { PUT_CHARACTER(c); }
int putc(int c, void *stream) { PUT_CHARACTER(c); }
int fputc(int c, void *stream) { PUT_CHARACTER(c); }

/* Some number that is not negative, or the end. */
int puts(const char *text) {
  size_t length = 0;
  while (text[length] != 0)
    length++;
  int result = __unspecified((int)(length + 1));
  __VERIFIER_assume(result >= EOF);
  return result;
}

int fputs(const char *text, void *stream) {
  size_t length = 0;
  while (text[length] != 0)
    length++;
  int result = __unspecified(1);
  __VERIFIER_assume(result >= EOF);
  return result;
}

/*
 * A line, or as much of it as there is room for, and its end. Where nothing is read, what was there may be lost; so may what is
 * behind the end.
 */
char *fgets(char *to, int size, void *stream) {
  if (size <= 0)
    a_line_without_room();
  int count = __unspecified(-1);
  __VERIFIER_assume(count >= -1 && count < size);
  if (count >= 0 || __unspecified(0) != 0)
    for (size_t i = 0; i < (size_t)size; i++)
      if (i <= (size_t)count || __unspecified(0) != 0)
        to[i] = (char)__unspecified(0);
  if (count < 0)
    return 0;
  __VERIFIER_assume(count > 0 || size == 1);
  for (size_t i = 0; i + 1 < (size_t)count; i++)
    __VERIFIER_assume(to[i] != '\n');
  to[count] = 0;
  return to;
}
