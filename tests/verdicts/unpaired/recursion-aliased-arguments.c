// never: safe
// Both pointers are to the same variable in one call and not in the other.
extern void reach_error(void);

void bump(int *a, int *b, int n) {
  if (n == 0)
    return;
  *a += 1;
  *b += 1;
  bump(a, b, n - 1);
}
int main(void) {
  int x = 0, y = 0;
  bump(&x, &x, 3);
  bump(&x, &y, 1);
  if (x == 7 && y == 1)
    reach_error();
  return 0;
}
