// plain: unsafe
// twin: safe
// options: --check error-label
// solved: default
// A label on an empty statement before a join is reached only from inside its block.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
#ifdef TWIN
  if (x == 5 && x == 6) { A: ERROR: B: ; }
#else
  if (x == 5 || x == 6) { A: ERROR: B: ; }
#endif
  return 0;
}
