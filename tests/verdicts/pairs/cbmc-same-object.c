// plain: unsafe
// twin: safe
// solved: default
// Two objects, and two pointers into one of them; what is assumed of the answer rules nothing else out.
int nondet_int(void);
int main(void) {
  int a[4], b[4];
  int *p = nondet_int() ? a : b, *q = a + 2;
  __CPROVER_assume(__CPROVER_same_object(p, q));
#ifdef TWIN
  __CPROVER_assert(p == a && __CPROVER_POINTER_OFFSET(q) == 8 && __CPROVER_OBJECT_SIZE(p) == 16, "into a");
#else
  __CPROVER_assert(p != a, "into b");
#endif
  return 0;
}
