// A variable that is set on one way only.
// plain: unsafe
// twin: safe
// options: --check uninitialised
// solved: default
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
  int n = __VERIFIER_nondet_int();
  if (n > 100) x = 3;
#ifdef TWIN
  if (n > 100) return x;
#else
  if (n > 99) return x;
#endif
  return 0;
}
