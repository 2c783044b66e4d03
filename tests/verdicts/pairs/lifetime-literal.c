// A compound literal lives as long as the block around it.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k != 1234) return 0;
#ifdef TWIN
  int *p = 0;
  {
    p = (int[]){5, 6};
    k = p[1];
  }
#else
  int *p = 0;
  {
    p = &(int){5};
  }
  return *p;
#endif
  return 0;
}
