// plain: unsafe
// twin: safe
// Of a union's members the last one counts, and what the others said of its bytes is gone.
extern void reach_error(void);
struct pair { int x, y; };
union either { struct pair p; char c; int a[2]; };
struct box { int before; union either u; int after; };
static struct box g = {.u.p = {-1, -1}, .u.c = 2, 7};
int main(void) {
  struct box l = {1, {.a = {5, 6}}, .u.p.y = 3, 4};
#ifdef TWIN
  if (g.u.p.x != 2 || g.u.p.y != 0 || g.after != 7 || l.u.a[0] != 0 || l.u.a[1] != 3 || l.after != 4) reach_error();
#else
  if (g.u.p.y == 0 && l.u.a[0] == 0) reach_error();
#endif
  return 0;
}
