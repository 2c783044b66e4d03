// plain: unsafe
// twin: safe
// options: --evaluation-order any
// solved: default
// A variable may be read before or after a call, two variables one before and one after it.
extern void reach_error(void);
int g, h;
int change(void) { g = 10; h = 20; return 0; }
int main(void) {
  g = 1;
  h = 2;
  int r = g + h + change();
#ifdef TWIN
  if (r != 3 && r != 30 && r != 12 && r != 21) reach_error();
#else
  if (r == 12) reach_error();
#endif
  return 0;
}
