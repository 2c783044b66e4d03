// One way through leaves the largest element unset.
// Checked here: reads of what was never written.
extern int __VERIFIER_nondet_int(void);

enum { SIZE = 4 };

static int largest(const int *values, int count) {
  int best;
  for (int i = 0; i < count; i++)
    if (i == 0 || values[i] > best)
      best = values[i];
  return best;
}

int main(void) {
  int values[SIZE];
  for (int i = 0; i < SIZE; i++)
    values[i] = __VERIFIER_nondet_int();
  int count = __VERIFIER_nondet_int();
  if (count < 0 || count > SIZE)
    return 1;
  return largest(values, count) > 0;
}
