// inputs: 5,6
// expect: exit 11
int main(void) {
  int a[2] = {1, 2};
  __CPROVER_havoc_object(&a[1]);
  return a[0] + a[1];
}
