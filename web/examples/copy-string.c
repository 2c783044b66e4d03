// Copies at most as much as fits, and always ends the copy. Any text, of any
// length up to 19.
// Checked here: memory and assertions.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

enum { FROM = 20, TO = 8 };

static int copy(char *to, int size, const char *from) {
  int i = 0;
  while (i < size - 1 && from[i] != '\0') {
    to[i] = from[i];
    i++;
  }
  to[i] = '\0';
  return i;
}

int main(void) {
  char from[FROM], to[TO];
  for (int i = 0; i < FROM - 1; i++)
    from[i] = __VERIFIER_nondet_char();
  from[FROM - 1] = '\0';
  int length = copy(to, TO, from);
  assert(length < TO);
  assert(to[length] == '\0');
  return 0;
}
