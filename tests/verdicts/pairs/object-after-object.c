// plain: unsafe
// twin: safe
// solved: default
// One past the end of an object may be the start of another; the starts of two objects are never the same.
extern void reach_error(void);
int main(void) {
  int a = 1, b = 2;
#ifdef TWIN
  if (&a == &b) reach_error();
#else
  if (&a + 1 == &b || &b + 1 == &a) reach_error();
#endif
  return a + b > 3;
}
