// expect: exit 0
// expect: output 9 13 30 1
int printf(const char *, ...);
int add(int a, int b) { return a + b; } int mul(int a, int b) { return a * b; }
struct ops { int (*f)(int, int); };
int apply(int (*f)(int, int), int a, int b) { return (*f)(a, b) + f(1, 1); }
int main(void) {
  int (*table[2])(int, int) = {add, &mul}; struct ops o = {mul};
  printf("%d %d %d %d\n", apply(table[0], 3, 4), apply(table[1], 3, 4), o.f(5, 6), table[0] == add);
  return 0;
}
