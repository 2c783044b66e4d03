// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
// A word of three characters and its end need four bytes.
#include <stdio.h>
int main(void) {
#ifdef TWIN
  char word[4];
#else
  char word[3];
#endif
  return sscanf(" abcdef", "%3s", word);
}
