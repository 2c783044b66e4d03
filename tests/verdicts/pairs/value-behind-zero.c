// plain: unsafe
// twin: safe
// solved: default
// What y was before the round is in x; adding a zero does not make it what y is now.
extern int nondet(void);
extern void reach_error(void);
int main(void) {
  int x, y = nondet();
  while (nondet()) {
    int zero = 0;
    x = y;
    y = 5;
#ifdef TWIN
    if (y + zero != 5) reach_error();
#else
    if (x + zero != 5) reach_error();
#endif
    y = 6;
  }
  return 0;
}
