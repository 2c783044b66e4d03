// never: safe
// The global that takes a result is written by the recursion, though by no operation of the call.
extern void reach_error(void);

int last;
int same(int n) { return n; }
void count(int n) {
  if (n > 0) {
    count(n - 1);
    last = same(n);
  }
}
int main(void) {
  count(3);
  if (last != 0)
    reach_error();
  return 0;
}
