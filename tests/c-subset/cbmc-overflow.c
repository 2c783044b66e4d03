// expect: exit 0
// expect: output 1 0 1 0
// expect: output 1 0 1 0
// expect: output 1 0 1 0
// expect: output 1 0 1 1
int printf(const char *, ...);
int main(void) {
  int most = 2147483647;
  unsigned all = 4294967295u;
  unsigned long wide = 4294967296ul;
  short small = 32767;
  printf("%d %d %d %d\n", __CPROVER_overflow_plus(most, 1), __CPROVER_overflow_plus(most, 0),
         __CPROVER_overflow_plus(all, 1u), __CPROVER_overflow_plus(small, small));
  printf("%d %d %d %d\n", __CPROVER_overflow_minus(0u, 1u), __CPROVER_overflow_minus(0, 1),
         __CPROVER_overflow_minus(-most, 2), __CPROVER_overflow_minus(wide, 1));
  printf("%d %d %d %d\n", __CPROVER_overflow_mult(wide, wide), __CPROVER_overflow_mult(wide, 4294967295ul),
         __CPROVER_overflow_mult(most, 2), __CPROVER_overflow_mult((long)most, 2));
  printf("%d %d %d %d\n", __CPROVER_overflow_shl(1, 31), __CPROVER_overflow_shl(1u, 31), __CPROVER_overflow_shl(1, 40),
         __CPROVER_overflow_unary_minus(-most - 1));
  return 0;
}
