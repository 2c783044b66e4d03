// never: safe
// The error is in a function that the recursion calls, with an argument that main never passes.
extern void reach_error(void);

void check(int k) {
  if (k == -3)
    reach_error();
}
void down(int n) {
  check(n);
  if (n > -10)
    down(n - 1);
}
int main(void) {
  down(5);
  return 0;
}
