// plain: unsafe
// twin: safe
// options: --evaluation-order any
// solved: default
// C leaves the order of arguments open: either may come first.
extern void reach_error(void);
int count;
int next(void) { return ++count; }
int both(int a, int b) { return a * 10 + b; }
int main(void) {
  int r = both(next(), next());
#ifdef TWIN
  if (r != 21 && r != 12) reach_error();
#else
  if (r != 21) reach_error();
#endif
  return 0;
}
