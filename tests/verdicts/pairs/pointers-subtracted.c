// The distance of two pointers is that of elements of one array.
// plain: unsafe
// twin: safe
// options: --check pointers
// solved: default
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4], b[4];
  int *p = a + 1;
#ifdef TWIN
  int *q = a + 4;
#else
  int *q = __VERIFIER_nondet_int() == 1234 ? b : a + 4;
#endif
  return q - p == 3;
}
