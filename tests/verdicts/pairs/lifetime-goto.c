// Left by goto; a jump inside the block, or into it, finds the object there.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k != 1234) return 0;
#ifdef TWIN
  int n = 0;
  goto in;
  {
    int x;
  in:
    x = 4;
    int *p = &x;
  again:
    n += *p;
    if (n < 20) goto again;
  }
#else
  int *p = 0;
  {
    int x = 7;
    p = &x;
    if (k) goto out;
  }
out:
  return *p;
#endif
  return 0;
}
