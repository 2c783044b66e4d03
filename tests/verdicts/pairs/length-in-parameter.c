// plain: unsafe
// twin: safe
// solved: default
// The length of an array parameter is computed on entry, in a declaration it is not.
extern void reach_error(void);
int n = 3;
int take(int a[n++], int k) { return k; }
int main(void) {
  int b[9];
  int declared(int a[n++]);
  take(b, 1);
#ifdef TWIN
  if (n != 4) reach_error();
#else
  if (n == 4) reach_error();
#endif
  return 0;
}
