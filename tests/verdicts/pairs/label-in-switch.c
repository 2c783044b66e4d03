// plain: unsafe
// twin: safe
// options: --check error-label
// solved: default
// A label behind the last case, before the end of the switch.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 3) return 0;
  switch (x) {
    case 0: break;
    case 1:
    case 2: goto out;
#ifdef TWIN
    case 3: break;
#endif
    default: ERROR: ;
  }
out:;
  return 0;
}
