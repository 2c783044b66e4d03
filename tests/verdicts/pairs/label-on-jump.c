// plain: unsafe
// twin: safe
// options: --check error-label
// solved: default
// Labels on goto, continue and break are not those of the places they jump to.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  for (int i = 0; i < 3; i++) {
    int x = __VERIFIER_nondet_int();
    if (x > 2 && x < 3) { ERROR: continue; }
    if (x == 7) {
#ifdef TWIN
      if (x != 7)
#endif
      {
        __label__ ERROR;
        ERROR: goto out;
      }
    }
    if (x == 8) break;
  }
out:
  return 0;
}
