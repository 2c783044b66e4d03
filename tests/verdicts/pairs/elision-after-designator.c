// plain: unsafe
// twin: safe
// solved: default
// After a designator the values go on from there, without braces too.
extern void reach_error(void);
struct inner { int x, y; };
struct outer { int a[3]; struct inner b; struct inner c[2]; };
int main(void) {
  struct outer o = {.b.y = 5, .a[1] = 2, 3, {7}};
#ifdef TWIN
  if (o.a[0] != 0 || o.a[1] != 2 || o.a[2] != 3 || o.b.x != 7 || o.b.y != 0) reach_error();
#else
  if (o.b.x == 7 && o.b.y == 0) reach_error();
#endif
  return 0;
}
