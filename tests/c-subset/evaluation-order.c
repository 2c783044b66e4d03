// expect: exit 0
int count, g, a[4];
int next(void) { return ++count; }
int both(int x, int y) { return x * 10 + y; }
int set(int value) { g = value; return 1; }
int main(void) {
  if (both(next(), next()) != 21) return 1;
  g = 5;
  if (g + set(9) != 10) return 2;
  g = 5;
  if (g - set(9) != 4) return 3;
  g = 1;
  a[g] = set(2);
  if (a[1] != 1) return 4;
  g = 1;
  a[g] += set(2);
  if (a[2] != 1) return 5;
  int z[2] = {next(), next()};
  return z[0] * 10 + z[1] == 34 ? 0 : 6;
}
