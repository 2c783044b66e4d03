// plain: unsafe
// twin: safe
// options: --externals any
// Where undefined functions may do anything, they may change what other files can name.
extern void reach_error(void);
#ifdef TWIN
static
#endif
int g = 1;
extern void other(void);

int main(void) {
  other();
  if (g != 1)
    reach_error();
  return 0;
}
