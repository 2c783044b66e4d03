// Of a negative number C shifts nothing to the left.
// plain: safe
// twin: unsafe
// options: --check shift
// solved: default
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
#ifdef TWIN
  if (n < -1 || n > 1000) return 0;
#else
  if (n < 0 || n > 1000) return 0;
#endif
  return (n << 3) == 5;
}
