// A call through a pointer that is null on one way.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
extern int __VERIFIER_nondet_int(void);
void h(void) {}
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k != 1234) return 0;
#ifdef TWIN
  void (*f)(void) = 0;
  if (k == 1234) f = h;
  f();
#else
  void (*f)(void) = 0;
  if (k == 5) f = h;
  f();
#endif
  return 0;
}
