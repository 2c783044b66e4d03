// A const object is not written through a pointer either.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
extern int __VERIFIER_nondet_int(void);
const int constant = 5;
int other = 5;
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k != 1234) return 0;
#ifdef TWIN
  *(int *)&other = k;
#else
  *(int *)&constant = k;
#endif
  return 0;
}
