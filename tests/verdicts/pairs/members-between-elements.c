// plain: unsafe
// twin: safe
// A pointer to numbers or to the first halves of pairs: from among the numbers an index reaches the second half of a pair.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct pair { int x, y; };
struct both { int a[2]; struct pair b[2]; };
int main(void) {
  struct both s = {{0, 0}, {{0, 0}, {0, 0}}};
  unsigned k = __VERIFIER_nondet_uint();
  int *p;
#ifdef TWIN
  if (k > 1) return 0;
#else
  if (k > 3) return 0;
#endif
  if (__VERIFIER_nondet_uint())
    p = &s.a[0] + k;
  else
    p = &s.b[__VERIFIER_nondet_uint() % 2].x;
  *p = 5;
  if (s.b[__VERIFIER_nondet_uint() % 2].y != 0) reach_error();
  return 0;
}
