// plain: unsafe
// twin: safe
// solved: default
// A template without instructions hands its input on: the kernel's RELOC_HIDE.
extern void reach_error(void);
int main(void) {
  int x = 1, y = 1;
  unsigned long hidden;
  int *p;
  asm("" : "=r"(hidden) : "0"((unsigned long)&x));
  p = (int *)hidden;
  asm volatile("" ::: "memory");
  *p = 2;
#ifdef TWIN
  if (y == 2) reach_error();
#else
  if (x == 2) reach_error();
#endif
  return 0;
}
