// plain: unsafe
// twin: safe
// options: --evaluation-order any
// solved: default
// gcc calls change() before it reads x; C lets a compiler read first. A comma orders only what stands on its two sides.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void change(int *p) { *p = 9; }
int main(void) {
  int x = 1, n = __VERIFIER_nondet_int();
  if (n != 12345) return 0;
#ifdef TWIN
  int sum = 0 + (change(&x), x);
#else
  int sum = x + (change(&x), 0);
#endif
  if (sum == 1) reach_error();
  return 0;
}
