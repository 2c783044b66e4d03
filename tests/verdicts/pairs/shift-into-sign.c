// The sign bit is not for shifts to reach.
// plain: unsafe
// twin: safe
// options: --check shift
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
#ifdef TWIN
  if (n < 0 || n > 30) return 0;
#else
  if (n < 0 || n > 31) return 0;
#endif
  return (1 << n) == 5;
}
