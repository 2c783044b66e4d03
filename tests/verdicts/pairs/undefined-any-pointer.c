// plain: unsafe
// twin: safe
// options: --externals any
// An undefined pointer may point to any variable that other files can name.
extern void reach_error(void);
#ifdef TWIN
static
#endif
int g = 1;
extern int *p;

int main(void) {
  *p = 5;
  if (g != 1)
    reach_error();
  return 0;
}
