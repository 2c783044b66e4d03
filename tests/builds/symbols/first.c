static int twice(int x) {
  return 2 * x;
}

static int unused(void) {
  int nowhere(void);
  return nowhere();
}

int second(int x);

int first(int x) {
  return twice(second(x));
}
