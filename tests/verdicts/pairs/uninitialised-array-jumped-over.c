// A jump past the declaration of an array leaves it without values, also where it had some the last time.
// plain: unsafe
// twin: safe
// options: --check uninitialised
// solved: default
extern int __VERIFIER_nondet_int(void);
static int f(int skip) {
  if (skip) goto behind;
  int a[2] = {1, 2};
behind:;
  int *p = a;
#ifdef TWIN
  return skip ? 0 : p[1];
#else
  return p[1];
#endif
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  int sum = f(0);
  if (n == 12345678) sum += f(1);
  return sum;
}
