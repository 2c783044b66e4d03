// memset is no initialiser.
// plain: safe
// twin: unsafe
// options: --check bounds
#include <string.h>
int main(void) {
#ifdef TWIN
  const char text[4] = "abc";
#else
  char text[4] = "abc";
#endif
  memset((char *)text, 'x', 2);
  return text[3];
}
