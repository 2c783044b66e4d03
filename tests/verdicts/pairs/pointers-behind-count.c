// plain: unsafe
// twin: safe
// options: --64
// solved: default
// In every second word behind the count lies a pointer, but none lies in the count: no element is before the first.
extern int nondet(void);
extern void reach_error(void);
struct slot { int use, key; char *text; };
struct map { int used; struct slot slots[4]; };
static char words[8];
static void put(struct map *m, int at) {
  struct slot *s = &m->slots[at];
  if (s->use == 0) m->used++;
  s->use = 1;
  s->text = &words[at];
}
int main(void) {
  struct map m = {0};
  int at = nondet();
  if (at < 0 || at > 3) return 0;
  put(&m, at);
  put(&m, 2);
#ifdef TWIN
  if (m.used != 1 + (at != 2)) reach_error();
#else
  if (m.used != 2) reach_error();
#endif
  return 0;
}
