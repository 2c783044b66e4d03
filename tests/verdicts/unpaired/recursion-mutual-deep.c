// never: safe
// The sum is right only after twenty calls of either function in turn.
extern void reach_error(void);

int sum;
void odd(int n);
void even(int n) {
  if (n > 0) {
    sum += 2;
    odd(n - 1);
  }
}
void odd(int n) {
  if (n > 0) {
    sum -= 1;
    even(n - 1);
  }
}
int main(void) {
  even(20);
  if (sum == 10)
    reach_error();
  return 0;
}
