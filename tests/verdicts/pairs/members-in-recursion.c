// plain: unsafe
// twin: safe
// A member array of one element, in a structure of which every activation has its own.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct one { int a[1]; int next; };
static void set(int more, unsigned k) {
  struct one s;
  int *p = s.a;
  s.a[0] = 0;
  s.next = 0;
  if (more > 0) set(more - 1, k);
  p[k] = 5;
  if (s.next != 0) reach_error();
}
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
#ifdef TWIN
  if (k > 0) return 0;
#else
  if (k > 1) return 0;
#endif
  set(1, k);
  return 0;
}
