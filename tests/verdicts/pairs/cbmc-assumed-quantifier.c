// plain: unsafe
// twin: safe
// solved: default
// An assumption about the first n elements says nothing of the one behind them.
int nondet_int(void);
int main(void) {
  int a[4] = {nondet_int(), nondet_int(), nondet_int(), nondet_int()};
  int n = nondet_int(), k = nondet_int();
  __CPROVER_assume(0 <= n && n < 4 && 0 <= k && k < 4);
  __CPROVER_assume(__CPROVER_forall { int i; (0 <= i && i < n) ==> a[i] == 7 });
#ifdef TWIN
  __CPROVER_assert(k >= n || a[k] == 7, "inside");
#else
  __CPROVER_assert(k > n || a[k] == 7, "inside");
#endif
  return 0;
}
