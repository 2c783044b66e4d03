// plain: unsafe
// twin: safe
// solved: default
// An alias is another name of its target, for objects and functions.
extern void reach_error(void);
int value = 3;
extern int same __attribute__((alias("value")));
static int square(int x) { return x * x; }
int power(int) __attribute__((weak, alias("square")));
int main(void) {
  same = power(3);
#ifdef TWIN
  if (value != 9) reach_error();
#else
  if (value == 9) reach_error();
#endif
  return 0;
}
