// A callee hands out its own local.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
extern int __VERIFIER_nondet_int(void);
int y;
void f(int **r) {
  int x = 1;
  *r = &x;
}
void g(int **r) { *r = &y; }
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k != 1234) return 0;
#ifdef TWIN
  int *p;
  g(&p);
  return *p;
#else
  int *p;
  f(&p);
  return *p;
#endif
  return 0;
}
