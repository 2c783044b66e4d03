// What goes over a whole object through a pointer is no index of its first member.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
#include <stddef.h>
struct s { int k; int a[2]; int t; } g;
#ifdef TWIN
#define SIZE sizeof g
#else
#define SIZE (sizeof g + 1)
#endif
int main(void) {
  struct s *p = &g;
  char *c = (char *)p;
  for (unsigned i = 0; i < SIZE; i++) c[i] = 0;
  struct s *r = (struct s *)((char *)p->a - offsetof(struct s, a));
  r->t = 1;
  return r->t;
}
