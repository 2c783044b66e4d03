// A binary search with the bug that stood in textbooks for twenty years: the
// sum of two valid indices need not be an index.
// Checked here: signed overflow.
extern int __VERIFIER_nondet_int(void);

enum { MANY = 2000000000 };

// A sorted array with element i at index i, too large to keep.
static int element(int index) {
  return index;
}

static int find(int wanted) {
  int low = 0, high = MANY - 1;
  while (low <= high) {
    int middle = (low + high) / 2; // low + (high - low) / 2 is right
    int found = element(middle);
    if (found == wanted)
      return middle;
    if (found < wanted)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}

int main(void) {
  int wanted = __VERIFIER_nondet_int();
  find(wanted);
  return 0;
}
