// plain: unsafe
// twin: safe
// solved: default
// The pointers of one call are in one array: nothing here depends on where the arrays lie.
extern void reach_error(void);
int a[3] = {1, 2, 3}, b[2] = {4, 5};
static int sum(const int *p, const int *end) {
  int total = 0;
  while (p != end) total += *p++;
  return total;
}
static int count(const int *p, const int *end) {
  int steps = 0;
  while (p < end) { p++; steps++; }
  return steps;
}
int main(void) {
#ifdef TWIN
  if (sum(a, a + 3) != 6 || count(b, b + 2) != 2) reach_error();
#endif
  if (sum(b, b + 2) != 9) reach_error();
  if (count(a, a + 3) + count(b, b + 2) != 5) reach_error();
#ifndef TWIN
  if (sum(a, a + 3) == 6) reach_error();
#endif
  return 0;
}
