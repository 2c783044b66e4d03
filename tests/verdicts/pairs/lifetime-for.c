// The variable of a for loop lives as long as the loop.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k != 1234) return 0;
#ifdef TWIN
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int *p = &i;
    sum += *p;
  }
  return sum;
#else
  int *p = 0;
  for (int i = 0; i < 3; i++) p = &i;
  return *p;
#endif
  return 0;
}
