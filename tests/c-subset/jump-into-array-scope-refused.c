// expect: diagnostic "variable length"
int main(void) {
  int n = 3;
  goto in;
  {
    int a[n];
  in:
    a[0] = 1;
  }
  return 0;
}
