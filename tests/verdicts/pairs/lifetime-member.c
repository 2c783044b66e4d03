// The pointer stands in memory that outlives the block.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
extern int __VERIFIER_nondet_int(void);
struct s { int *p; };
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k != 1234) return 0;
#ifdef TWIN
  {
    struct s z;
    int x = 3;
    z.p = &x;
    k = *z.p;
  }
#else
  struct s z;
  {
    int x = 3;
    z.p = &x;
  }
  return *z.p;
#endif
  return 0;
}
