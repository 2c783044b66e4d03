// never: safe
// A long double has more digits than a double.
extern void reach_error(void);

int main(void) {
  long double a = 1;
  int i, changed = 0;
  a = a + 1e-18L;
  if (a != 1)
    changed = 1;
  for (i = 0; i < 3; i++)
    ;
  if (changed)
    reach_error();
  return 0;
}
