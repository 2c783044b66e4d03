// plain: unsafe
// twin: safe
// options: --evaluation-order any
// solved: default
// The target of an assignment may be found before or after the call; an initialiser may read before or after it.
extern void reach_error(void);
int a[4], i = 1;
int move(int to) { i = to; return 7; }
int main(void) {
  a[i] = move(2);
  if (a[1] + a[2] != 7) reach_error();
  int z[2] = {i, move(3)};
  if (z[0] != 2 && z[0] != 3) reach_error();
  i = 5;
  i += move(8);
#ifdef TWIN
  if (i != 12 && i != 15) reach_error();
#else
  if (i != 15) reach_error();
#endif
  return 0;
}
