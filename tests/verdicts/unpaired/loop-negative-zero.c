// never: safe
// Zero and its negative are equal, but not the same.
extern void reach_error(void);

int main(void) {
  double z = 0.0;
  int i;
  for (i = 0; i < 3; i++)
    z = -z;
  if (z == 0.0 && 1.0 / z < 0)
    reach_error();
  return 0;
}
