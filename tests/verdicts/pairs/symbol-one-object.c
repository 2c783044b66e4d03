// plain: unsafe
// twin: safe
// options: --64
// solved: default
// Two declarations with one assembler name are one object, and one function.
extern void reach_error(void);
int counter asm("shared_counter") = 1;
extern int other asm("shared_counter");
int twice(int x) { return 2 * x; }
extern int again(int) asm("twice");
int main(void) {
  other = again(4);
#ifdef TWIN
  if (counter != 8) reach_error();
#else
  if (counter == 8) reach_error();
#endif
  return 0;
}
