// plain: unsafe
// twin: safe
// solved: default
// Elements of 12 bytes in two objects of one allocation: the second does not lie a multiple of 12 bytes behind the first.
extern void reach_error(void);
extern void *malloc(unsigned long size);
struct triple { int first, second, third; };
static struct triple *make(void) { return malloc(3 * sizeof(struct triple)); }
int main(void) {
  struct triple *p = make();
  struct triple *q = make();
  for (int i = 0; i < 3; i++) p[i].second = 0;
#ifdef TWIN
  for (int i = 0; i < 3; i++) q[i].second = 0;
#else
  for (int i = 0; i < 3; i++) q[i].second = 5;
#endif
  for (int i = 0; i < 3; i++)
    if (q[i].second != 0) reach_error();
  return 0;
}
