// plain: unsafe
// twin: safe
// solved: default
// gcc does not evaluate a value that a later designator replaces, and evaluates the rest in the order of the members.
extern void reach_error(void);
struct three { int a, b, c; };
int calls;
int next(void) { return ++calls; }
int main(void) {
  struct three t = {.c = next(), .b = next(), .a = next(), .b = next()};
#ifdef TWIN
  if (calls != 3 || t.a != 1 || t.b != 2 || t.c != 3) reach_error();
#else
  if (calls == 3 && t.a == 1) reach_error();
#endif
  return 0;
}
