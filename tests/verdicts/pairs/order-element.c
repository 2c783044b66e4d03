// plain: unsafe
// twin: safe
// solved: default
// gcc finds the element of `a[i] = f()` before the call, that of `a[i] = f() + 1` and of `a[i] += f()` after it.
extern void reach_error(void);
int a[8], i;
int move(int to) { i = to; return 7; }
int main(void) {
  i = 1;
  a[i] = move(2);
  if (a[1] != 7 || a[2] != 0) reach_error();
  i = 3;
  a[i] = move(4) + 1;
  if (a[3] != 0 || a[4] != 8) reach_error();
  i = 5;
  a[i] += move(6);
#ifdef TWIN
  if (a[5] != 0 || a[6] != 7) reach_error();
#else
  if (a[5] != 7 || a[6] != 0) reach_error();
#endif
  return 0;
}
