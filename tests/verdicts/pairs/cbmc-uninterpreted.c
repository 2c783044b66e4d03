// plain: unsafe
// twin: safe
// solved: default
// The same for the same argument, and anything for another one.
unsigned nondet_uint(void);
unsigned __CPROVER_uninterpreted_hash(unsigned);
int main(void) {
  unsigned a = nondet_uint(), b = nondet_uint();
  unsigned x = __CPROVER_uninterpreted_hash(a), y = __CPROVER_uninterpreted_hash(b);
#ifdef TWIN
  __CPROVER_assert(a != b || x == y, "a function");
#else
  __CPROVER_assert(a == b || x != y, "one to one");
#endif
  return 0;
}
