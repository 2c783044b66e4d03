// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
struct s { int a[2][3]; int t; } g;
int main(void) {
  struct s *p = &g;
  int *end = &p->a[1][3];
#ifdef TWIN
  return p->a[1][0] + (end == &p->t);
#else
  return p->a[2][0] + (end == &p->t);
#endif
}
