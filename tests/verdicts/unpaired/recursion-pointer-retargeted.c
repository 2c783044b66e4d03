// never: safe
// The innermost activation changes where the outer ones write.
extern void reach_error(void);

void set(int **where, int *other, int n) {
  if (n == 0) {
    *where = other;
    return;
  }
  set(where, other, n - 1);
  **where = n;
}
int main(void) {
  int x = 0, y = 0;
  int *p = &x;
  set(&p, &y, 3);
  if (x == 0 && y == 3)
    reach_error();
  return 0;
}
