// plain: unsafe
// twin: safe
// A member array of one element has one place for an index only, and the place behind it is the next member.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct one { int a[1]; int next; int b[1]; int last; };
int main(void) {
  struct one s = {{0}, 0, {0}, 0};
  int *p = s.a;
  unsigned k = __VERIFIER_nondet_uint();
#ifdef TWIN
  if (k > 0) return 0;
#else
  if (k > 1) return 0;
#endif
  p[k] = 5;
  if (s.next != 0) reach_error();
  return 0;
}
