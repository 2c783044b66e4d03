// never: unsafe
// Declared without a prototype and not defined here: the other file knows what it returns.
int two();
extern void reach_error(void);

int main(void) {
  if (two() != 2)
    reach_error();
  return 0;
}
