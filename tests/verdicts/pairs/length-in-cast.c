// plain: unsafe
// twin: safe
// solved: default
// A variable length in a cast is evaluated, once, whatever becomes of the value.
extern void reach_error(void);
int n = 3;
int main(void) {
  int a[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  void *p = a;
  (void)(int (*)[n++])p;
  int x = ((int (*)[n++])p)[1][2];
#ifdef TWIN
  if (n != 5 || x != 6) reach_error();
#else
  if (n == 5 && x == 6) reach_error();
#endif
  return 0;
}
