// plain: unsafe
// twin: safe
// options: --externals any
// A pointer that was handed out once may be used in a later call.
extern void reach_error(void);
extern void keep(int *p);
extern void other(void);

int main(void) {
  int x = 0, y = 1;
#ifdef TWIN
  keep(&x);
#else
  keep(&y);
#endif
  y = 1;
  other();
  if (y != 1)
    reach_error();
  return x - x;
}
