int nondet_int(void);
int main(void) {
  int n = nondet_int(), s = 0;
  __CPROVER_assume(0 <= n && n <= 3);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 2; k++) s++;
  do s--;
  while (s > 0);
  __CPROVER_assert(s == 0 || s == -1, "counted down");
  return 0;
}
