// expect: error "outside any live object"
int main(void) {
  int *p;
  {
    int x = 1;
    p = &x;
  }
  return *p;
}
