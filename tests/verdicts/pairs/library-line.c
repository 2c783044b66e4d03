// plain: safe
// twin: unsafe
// solved: default
// A line has an end inside its buffer; the character that is put is the result, or EOF.
#include <assert.h>
#include <stdio.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  char line[6];
  int c = __VERIFIER_nondet_uchar();
#ifdef TWIN
  assert(putchar(c) != 65);
#else
  int put = putchar(c);
  assert(put == c || put == EOF);
#endif
  if (fgets(line, sizeof line, stdin) == 0)
    return 0;
  assert(strlen(line) < sizeof line);
  return 0;
}
