// expect: diagnostic "__CPROVER_loop_invariant"
int main(void) {
  int i = 0;
  while (i < 10)
    __CPROVER_loop_invariant(i <= 10) i++;
  return 0;
}
