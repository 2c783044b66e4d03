// A block with a value.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
extern int __VERIFIER_nondet_int(void);
struct s { int a[2]; };
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k != 1234) return 0;
#ifdef TWIN
  struct s y = ({ struct s t; t.a[1] = 3; t; });
  return y.a[1] + ({ int x = 3; int *p = &x; *p + 1; });
#else
  int *p = ({ int x = 3; &x; });
  return *p;
#endif
  return 0;
}
