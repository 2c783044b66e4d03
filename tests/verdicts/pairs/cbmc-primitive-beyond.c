// Right behind the object is a place of it; further on is none.
// plain: unsafe
// twin: safe
// options: --check pointer-primitive
// solved: default
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char a[4];
  unsigned n = __VERIFIER_nondet_uint();
#ifdef TWIN
  if (n > 4) return 0;
#else
  if (n > 5) return 0;
#endif
  return __CPROVER_OBJECT_SIZE(a + n) == 4;
}
