// plain: unsafe
// twin: safe
// solved: default
// A designator that goes into an element keeps the rest of what constants in a range said of it.
extern void reach_error(void);
struct point { int x, y; };
int main(void) {
  struct point p[4] = {[0 ... 3] = {1, 2}, [2].x = 9, 8, [1] = {.y = 5}};
#ifdef TWIN
  if (p[0].y != 2 || p[2].x != 9 || p[2].y != 8 || p[3].x != 1 || p[1].x != 0) reach_error();
#else
  if (p[2].x == 9 && p[2].y == 8 && p[3].x == 1 && p[1].x == 0) reach_error();
#endif
  return 0;
}
