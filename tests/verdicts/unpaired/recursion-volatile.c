// never: safe
// Two reads of a volatile variable need not agree.
extern void reach_error(void);

volatile int v;
int read(int n) { return n == 0 ? v : read(n - 1); }
int main(void) {
  v = 3;
  int a = read(2), b = read(2);
  if (a != b)
    reach_error();
  return 0;
}
