// plain: unsafe
// twin: safe
// solved: default
// gcc evaluates arguments from right to left, at every level of optimisation.
extern void reach_error(void);
int count;
int next(void) { return ++count; }
int both(int a, int b) { return a * 10 + b; }
int main(void) {
#ifdef TWIN
  if (both(next(), next()) != 21) reach_error();
#else
  if (both(next(), next()) != 12) reach_error();
#endif
  return 0;
}
