// A function may set what it is given a pointer to.
// plain: safe
// twin: unsafe
// options: --check uninitialised
// solved: default
extern int __VERIFIER_nondet_int(void);
static int set(int *to) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  *to = n;
  return 1;
}
int main(void) {
  int x;
#ifdef TWIN
  set(&x);
  return x;
#else
  return set(&x) ? x : 0;
#endif
}
