// plain: unsafe
// twin: safe
// solved: default
// gcc forgets a struct value of which a later designator says a part: the rest is zero.
extern void reach_error(void);
struct pair { int x, y; };
struct box { struct pair p; int z; };
int main(void) {
  struct pair q = {1, 2};
  struct box b = {.p = q, .p.x = 3};
#ifdef TWIN
  if (b.p.x != 3 || b.p.y != 0) reach_error();
#else
  if (b.p.y == 0) reach_error();
#endif
  return 0;
}
