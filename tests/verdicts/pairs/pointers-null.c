// Null points to no object.
// plain: safe
// twin: unsafe
// options: --check pointers
// solved: default
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1;
  int *p = __VERIFIER_nondet_int() == 77 ? 0 : &x;
#ifdef TWIN
  return p <= &x;
#else
  return p != 0 && p <= &x;
#endif
}
