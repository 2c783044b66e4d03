// Left by break.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k != 1234) return 0;
#ifdef TWIN
  int *p = 0, sum = 0;
  for (int i = 0; i < 3; i++) {
    int x = i;
    p = &x;
    sum += *p;
  }
  return sum;
#else
  int *p = 0;
  for (;;) {
    int x = 7;
    p = &x;
    if (k) break;
  }
  return *p;
#endif
  return 0;
}
