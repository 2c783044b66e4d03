// plain: safe
// twin: unsafe
// The value of an output is not free: the instructions say it.
extern void reach_error(void);
int main(void) {
  int x;
  asm("movl $5, %0" : "=r"(x));
#ifdef TWIN
  if (x == 5) reach_error();
#else
  if (x != 5) reach_error();
#endif
  return 0;
}
