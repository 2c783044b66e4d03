// expect: exit 5
struct { char n[8]; int after; } u;
int main(void) {
  int a[4][4] = {0};
  a[1][0] = 5;
  u.n[7] = 1;
  return a[0][4];
}
