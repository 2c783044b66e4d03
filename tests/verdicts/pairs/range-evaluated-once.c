// plain: unsafe
// twin: safe
// solved: default
// The expression of a range designator is evaluated once, for scalars and for members alike.
extern void reach_error(void);
struct point { int x, y; };
int calls;
int next(void) { return ++calls; }
int main(void) {
  int a[3] = {[0 ... 2] = next()};
  struct point p[2] = {[0 ... 1] = {next(), next()}};
#ifdef TWIN
  if (calls != 3 || a[2] != 1 || p[0].x != 2 || p[1].y != 3) reach_error();
#else
  if (calls == 3) reach_error();
#endif
  return 0;
}
