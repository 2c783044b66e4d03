// plain: unsafe
// twin: safe
// solved: default
// The members of a structure that an undefined function returns are inputs, one by one.
extern void reach_error(void);
struct pair { int x; unsigned char y; };
extern struct pair get(int which);

int main(void) {
  struct pair a = get(1), b = get(2);
#ifdef TWIN
  if (a.x == 5 && b.y == 300)
#else
  if (a.x == 5 && b.y == 200)
#endif
    reach_error();
  return 0;
}
