// A matrix in a flat array: is every index inside, for every size that is let
// in?
// Checked here: memory.
extern int __VERIFIER_nondet_int(void);

enum { MOST = 30 };

static int cells[MOST * MOST];

int main(void) {
  int rows = __VERIFIER_nondet_int();
  int columns = __VERIFIER_nondet_int();
  if (rows < 1 || rows > MOST || columns < 1 || columns > MOST)
    return 1;
  for (int row = 0; row < rows; row++)
    for (int column = 0; column < columns; column++)
      cells[row * MOST + column] = row - column;
  return 0;
}
