// never: safe
// The recursion's own result goes into a global on the way back.
extern void reach_error(void);

int kept;
int seven(int n) {
  if (n <= 0)
    return 7;
  kept = seven(n - 1);
  return 7;
}
int main(void) {
  seven(1);
  if (kept == 7)
    reach_error();
  return 0;
}
