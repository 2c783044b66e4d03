// plain: unsafe
// twin: safe
// solved: default
// A later designator starts its sub-object anew: what the range said of .y is gone (C11 6.7.9p19).
extern void reach_error(void);
struct point { int x, y; };
struct point p[4] = {[0 ... 3] = {1, 2}, [2] = {.x = 9}};
int main(void) {
#ifdef TWIN
  if (p[2].y != 0) reach_error();
#else
  if (p[2].y == 0) reach_error();
#endif
  return 0;
}
