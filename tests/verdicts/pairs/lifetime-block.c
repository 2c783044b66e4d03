// A pointer into a block that was left.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k != 1234) return 0;
#ifdef TWIN
  int y = 2, *p;
  {
    int x = 1;
    p = &x;
    *p = 3;
  }
  p = &y;
  return *p;
#else
  int *p;
  {
    int x = 1;
    p = &x;
  }
  return *p;
#endif
  return 0;
}
