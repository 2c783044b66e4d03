// plain: unsafe
// twin: safe
// An address may come back out of text.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int x = 1, y = 1;
  char text[40];
  void *p;
  sprintf(text, "%p", (void *)&x);
  sscanf(text, "%p", &p);
  *(int *)p = 5;
#ifdef TWIN
  if (y == 5) reach_error();
#else
  if (x == 5) reach_error();
#endif
  return 0;
}
