// inputs: 7,7,9,8
// expect: ends "assume"
// expect: output 7 7 9
int printf(const char *, ...);
unsigned __CPROVER_uninterpreted_hash(void *);
unsigned __CPROVER_uninterpreted_hash(const void *const key);
int main(void) {
  int a, b;
  unsigned first = __CPROVER_uninterpreted_hash(&a), again = __CPROVER_uninterpreted_hash(&a);
  printf("%u %u %u\n", first, again, __CPROVER_uninterpreted_hash(&b));
  printf("%u\n", __CPROVER_uninterpreted_hash(&a));
  return 0;
}
