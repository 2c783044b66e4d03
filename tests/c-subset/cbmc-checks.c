// expect: error "__CPROVER_precondition"
// expect: output past
int printf(const char *, ...);
static int half(int x) {
  __CPROVER_precondition(x % 2 == 0, "x is even");
  return x / 2;
}
int main(void) {
  __CPROVER_assume(1);
  __CPROVER_assert(half(4) == 2, "half of four");
  __CPROVER_postcondition(half(6) == 3, "half of six");
  __CPROVER_cover(0);
  printf("past\n");
  return half(3);
}
