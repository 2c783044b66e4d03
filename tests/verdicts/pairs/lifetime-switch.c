// Objects of a switch body live from the case on that is jumped to.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k != 1234) return 0;
#ifdef TWIN
  switch (k) {
    int x;
  case 1234:
    x = 4;
    {
      int *p = &x;
      k = *p;
    }
    break;
  default:;
  }
#else
  int *p = 0;
  switch (k) {
    int x;
  case 1234:
    x = 4;
    p = &x;
    break;
  default:;
  }
  return *p;
#endif
  return 0;
}
