// plain: unsafe
// twin: safe
// options: --externals any
// A static local changes where its function is called from outside.
extern void reach_error(void);
#ifdef TWIN
static
#endif
int next(void) {
  static int n;
  return ++n;
}
extern void other(void);

int main(void) {
  other();
  if (next() != 1)
    reach_error();
  return 0;
}
