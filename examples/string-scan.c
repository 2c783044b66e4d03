// Finds a word in a text and measures it, the way hand-written tokenisers do.
//
// To be proved, whatever the text: the scan stops inside the buffer, and the word it reports lies inside it too.
// `hone verify --check bounds examples/string-scan.c` asks about every access.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

enum { SIZE = 16 };

struct word {
  int start;
  int length;
};

static int is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static struct word first_word(const char *text) {
  struct word found = {0, 0};
  int at = 0;
  while (text[at] != '\0' && !is_letter(text[at]))
    at++;
  found.start = at;
  while (is_letter(text[at]))
    at++;
  found.length = at - found.start;
  return found;
}

int main(void) {
  char text[SIZE];
  for (int i = 0; i < SIZE - 1; i++)
    text[i] = __VERIFIER_nondet_char();
  text[SIZE - 1] = '\0';

  struct word found = first_word(text);
  assert(found.start >= 0 && found.length >= 0);
  assert(found.start + found.length < SIZE);
  return 0;
}
