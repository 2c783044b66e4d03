// The address of a local goes down to callees, not up.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
extern int __VERIFIER_nondet_int(void);
int *up(void) {
  int x = 1, *p = &x;
  return p;
}
void down2(int *p) { *p = 2; }
void down(int *p) {
  int *q = p;
  down2(q);
}
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k != 1234) return 0;
#ifdef TWIN
  int x = 1;
  down(&x);
  return x;
#else
  int *p = up();
  return *p;
#endif
  return 0;
}
