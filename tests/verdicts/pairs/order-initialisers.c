// plain: unsafe
// twin: safe
// solved: default
// gcc evaluates initialisers in the order of memory, whatever the order of designators.
extern void reach_error(void);
int count;
int next(void) { return ++count; }
struct pair { int x, y; };
int main(void) {
  int a[3] = {next(), next(), next()};
  struct pair p = {.y = next(), .x = next()};
  struct pair q = (struct pair){.y = next(), .x = next()};
  if (a[0] != 1 || a[2] != 3 || p.x != 4 || p.y != 5) reach_error();
#ifdef TWIN
  if (q.x != 6 || q.y != 7) reach_error();
#else
  if (q.x != 7 || q.y != 6) reach_error();
#endif
  return 0;
}
