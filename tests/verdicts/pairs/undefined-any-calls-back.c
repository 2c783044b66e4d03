// plain: unsafe
// twin: safe
// options: --externals any
// A function of the program may be called from outside by its name, unless it is static.
extern void reach_error(void);
static int s = 0;
#ifdef TWIN
static
#endif
void set(void) {
  s = 1;
}
extern void other(void);
void (*volatile unused)(void);

int main(void) {
  other();
  if (s)
    reach_error();
#ifdef TWIN
  set();
#endif
  return 0;
}
