// plain: unsafe
// twin: safe
// Backwards from one member array into another, through a pointer that was handed on.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct two { int a[8]; int b[8]; };
static void set(int *p, int k) { p[k] = 1; }
int main(void) {
  struct two t = {{0}, {0}};
  int k = __VERIFIER_nondet_int();
#ifdef TWIN
  if (k < 0 || k > 7) return 0;
#else
  if (k < -1 || k > 7) return 0;
#endif
  set(t.b, k);
  for (int i = 0; i < 8; i++)
    if (t.a[i] != 0) reach_error();
  return 0;
}
