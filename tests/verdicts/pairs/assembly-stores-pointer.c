// plain: unsafe
// twin: safe
// Assembly that clobbers memory may store what it was given.
extern void reach_error(void);
int main(void) {
  int x = 1, y = 1, *p = &y;
  asm volatile("mov %1, (%0)" : : "r"(&p), "r"(&x) : "memory");
  *p = 2;
#ifdef TWIN
  if (y == 2) reach_error();
#else
  if (x == 2) reach_error();
#endif
  return 0;
}
