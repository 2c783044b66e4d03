// plain: unsafe
// twin: safe
// options: --subobjects whole
// An index into one member reaches the next one, which is looked at as a whole object here.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct pile { int items[6]; int top; };
static void put(struct pile *p, unsigned at) { p->items[at] = 7; }
int main(void) {
  struct pile p;
  p.top = 0;
  unsigned n = __VERIFIER_nondet_uint();
#ifdef TWIN
  if (n >= 6) return 0;
#else
  if (n > 6) return 0;
#endif
  put(&p, n);
  if (p.top != 0) reach_error();
  return 0;
}
