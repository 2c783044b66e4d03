// plain: unsafe
// twin: safe
// What comes out of assembly may point to what went in; what the instructions compute nobody says.
extern void reach_error(void);
int main(void) {
  int x = 1, *p;
  struct { int *inner; } s;
  asm("mov %1, %0" : "=r"(p) : "r"(&x));
  s.inner = p;
  *s.inner = 2;
#ifdef TWIN
  if (x != 2) reach_error();
#else
  if (x == 2) reach_error();
#endif
  return 0;
}
