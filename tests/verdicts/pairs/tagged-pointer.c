// plain: unsafe
// twin: safe
// The bits below the alignment are free for a tag.
#include <stdint.h>
extern void reach_error(void);
int x = 5;
int main(void) {
  uintptr_t tagged = (uintptr_t)&x + 1;
  int *p = (int *)(tagged - 1);
  *p = 7;
#ifdef TWIN
  if (x != 7 || tagged % 4 != 1) reach_error();
#else
  if (x != 5 || tagged % 4 != 1) reach_error();
#endif
  return 0;
}
