// options: --acsl all
// broken: an ACSL annotation does not hold
// why: `n < 5` is false: n = 5
/*@ requires 0 <= n < 5; */
static int next(int n) { return n + 1; }
int main(void) {
  int i = 0;
  do
    i = next(i);
#ifdef BROKEN
  while (i <= 5);
#else
  while (i < 5);
#endif
  return i;
}
