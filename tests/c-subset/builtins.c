// expect: exit 0
// expect: output 1 4 1 2
int printf(const char *, ...);
int main(void) {
  if (__builtin_expect(1, 1)) printf("%d ", __builtin_constant_p(3));
  printf("%d %d %d\n", (int)__builtin_offsetof(struct { int a, b; }, b), __builtin_types_compatible_p(int, int), __builtin_choose_expr(1, 2, 3));
  return 0;
}
