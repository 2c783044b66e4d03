// plain: unsafe
// twin: safe
// memmove may be given memory that overlaps; what is asked is the fourth character.
#include <string.h>
extern void reach_error(void);
char text[20] = "abcdefgh";
int main(void) {
  memmove(text + 1, text, 5);
#ifdef TWIN
  if (text[3] != 'c') reach_error();
#else
  if (text[3] != 'd') reach_error();
#endif
  return 0;
}
