// never: safe
// A static local is one variable, however many activations there are.
extern void reach_error(void);

int calls(int n) {
  static int count;
  count++;
  if (n > 0)
    calls(n - 1);
  return count;
}
int main(void) {
  calls(2);
  if (calls(3) == 7)
    reach_error();
  return 0;
}
