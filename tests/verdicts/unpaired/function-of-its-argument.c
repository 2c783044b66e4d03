// never: unsafe
// An undefined function may well be a function of its argument.
extern int f(int x);
extern void reach_error(void);

int main(void) {
  int a = f(1);
  int b = f(1);
  if (a != b)
    reach_error();
  return 0;
}
