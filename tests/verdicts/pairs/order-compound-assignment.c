// plain: unsafe
// twin: safe
// solved: default
// gcc reads the target of `g += f()` after the call, and so the variable of `g + f()`, but not that of `g - f()`.
extern void reach_error(void);
int g;
int set(int value) { g = value; return 1; }
int main(void) {
  g = 5;
  g += set(9);
  if (g != 10) reach_error();
  g = 5;
  g -= set(9);
  if (g != 8) reach_error();
  g = 5;
  int sum = g + set(9);
  g = 5;
  int difference = g - set(9);
#ifdef TWIN
  if (sum != 10 || difference != 4) reach_error();
#else
  if (sum != 6 || difference != 4) reach_error();
#endif
  return 0;
}
