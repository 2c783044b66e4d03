// plain: unsafe
// twin: safe
// solved: default
// As many bytes are zero as the range says, not all of the object that it is limited to.
extern unsigned nondet_uint(void);
extern int nondet_int(void);
struct pair {
  int first;
  int second;
};
int main(void) {
  struct pair x = {nondet_int(), nondet_int()};
  unsigned n = nondet_uint();
  __CPROVER_assume(n <= 4);
  __CPROVER_assume(__CPROVER_forall { unsigned i; i < sizeof(x) && i < n ==> ((char *)&x)[i] == 0 });
#ifdef TWIN
  if (n == 4) __CPROVER_assert(x.first == 0, "in the range");
#else
  if (n == 4) __CPROVER_assert(x.second == 0, "behind the range");
#endif
  return 0;
}
