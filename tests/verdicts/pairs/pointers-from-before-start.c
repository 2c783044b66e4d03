// plain: unsafe
// twin: safe
// options: --64
// Elements are written by a pointer that starts before the first one, so the first word is written, too: the number there is an address then.
extern int nondet(void);
extern void reach_error(void);
struct table { int number; int *places[3]; };
static int x;
int main(void) {
  struct table t = {7};
  int **q = (int **)&t - 1;
  int i, n = nondet();
  if (n < 1 || n > 3) return 0;
  for (i = 0; i < n; i++) {
    q[1] = &x;
    q++;
  }
#ifdef TWIN
  if (t.number == 7) reach_error();
#else
  if (t.number != 7) reach_error();
#endif
  return 0;
}
