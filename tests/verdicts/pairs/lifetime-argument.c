// A stale pointer is handed on.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
extern int __VERIFIER_nondet_int(void);
void f(int *p) { *p = 1; }
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k != 1234) return 0;
#ifdef TWIN
  {
    int x = 3, *p = &x;
    f(p);
  }
#else
  int *p = 0;
  {
    int x = 3;
    p = &x;
  }
  f(p);
#endif
  return 0;
}
