// never: safe
// NaN stays NaN, and no comparison with it holds.
extern void reach_error(void);

int main(void) {
  double x = 0;
  int i, n = 0;
  x = x / x;
  for (i = 0; i < 4; i++)
    if (x < 1 || x >= 1 || x == x)
      n++;
  if (n == 0)
    reach_error();
  return 0;
}
