// plain: safe
// twin: unsafe
// %4c takes what there is where the text is shorter.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  char text[8] = {0};
  int read = sscanf("ab", "%4c", text);
#ifdef TWIN
  if (read == 1 && text[1] == 'b') reach_error();
#else
  if (read != 1 || text[1] != 'b') reach_error();
#endif
  return 0;
}
