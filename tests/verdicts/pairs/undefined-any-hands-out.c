// plain: unsafe
// twin: safe
// options: --externals any
// What an undefined function returns may be the address of a variable.
extern void reach_error(void);
#ifdef TWIN
static
#endif
int g = 1;
extern int *find(void);

int main(void) {
  int *p = find();
  *p = 5;
  if (g != 1)
    reach_error();
  return 0;
}
