// plain: unsafe
// twin: safe
// options: --check error-label
// solved: default
// A label before a loop that others enter by a jump into it.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1) goto inside;
#ifdef TWIN
  if (x < 5 || x > 4) return 0;
#endif
  ERROR: while (x > 0) { inside: x--; }
  return 0;
}
