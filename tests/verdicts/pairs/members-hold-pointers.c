// plain: unsafe
// twin: safe
// A pointer that is stored through an index behind its member array is one of the next member.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct table { int *each[6]; int *other; };
int main(void) {
  int x = 0, y = 0;
  struct table t;
  for (int i = 0; i < 6; i++) t.each[i] = &y;
  t.other = &y;
  int **p = t.each;
  unsigned k = __VERIFIER_nondet_uint();
#ifdef TWIN
  if (k > 5) return 0;
#else
  if (k > 6) return 0;
#endif
  p[k] = &x;
  *t.other = 1;
  if (x != 0) reach_error();
  return 0;
}
