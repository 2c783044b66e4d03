// plain: unsafe
// twin: safe
// solved: default
// gcc evaluates the target of `*p = f()` and `p->x = f()` before the call, a call's arguments before the target.
extern void reach_error(void);
struct pair { int x, y; } one, two, *p = &one;
int a[2], *q = a;
int turn(void) { p = &two; q = a + 1; return 7; }
int same(int value) { return value; }
int main(void) {
  *q = turn();
  if (a[0] != 7 || a[1] != 0) reach_error();
  p = &one;
  p->y = turn();
  if (one.y != 7 || two.y != 0) reach_error();
  p = &one;
  p->x = same(turn());
#ifdef TWIN
  if (one.x != 0 || two.x != 7) reach_error();
#else
  if (one.x != 7 || two.x != 0) reach_error();
#endif
  return 0;
}
