// What a pointer into a block that was left finds is undefined: no answer about assertions rests on it.
// plain: unsafe
// twin: safe
// options: --check assert
extern void reach_error(void);
int main(void) {
  int *p, n = 0;
  {
    int x = 1;
    p = &x;
    n = *p;
  }
#ifdef TWIN
  if (n != 1) reach_error();
#else
  if (n == 1) reach_error();
#endif
  return 0;
}
