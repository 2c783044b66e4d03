// expect: exit 0
// expect: output 0 1 1.00000012 0.30000000000000004
// expect: output 1 0 -2
int printf(const char *, ...);
int main(void) {
  float f = 0.1f; double d = 0.1, z = 0.0; float sum = 0; int i;
  for (i = 0; i < 10; i++) sum += f;
  printf("%d %d %.9g %.17g\n", f == 0.1, d == 0.1, sum, d + 0.2);
  printf("%d %d %d\n", 1 / z > 1e308, z / z == z / z, (int)-2.9);
  return 0;
}
