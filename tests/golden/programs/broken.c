int main(void) {
  int x = 1;
  retrun x;
  int y = x +;
  return z;
}
