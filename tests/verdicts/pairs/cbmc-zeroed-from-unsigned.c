// plain: unsafe
// twin: safe
// solved: default
// A lower bound by an unsigned number is one, too.
extern int nondet_int(void);
struct pair {
  int first;
  int second;
};
int main(void) {
  struct pair x = {nondet_int(), nondet_int()};
  __CPROVER_assume(__CPROVER_forall { int i; i >= 0 && i < sizeof(x) && i > 3u ==> ((char *)&x)[i] == 0 });
#ifdef TWIN
  __CPROVER_assert(x.second == 0, "in the range");
#else
  __CPROVER_assert(x.first == 0, "before the range");
#endif
  return 0;
}
