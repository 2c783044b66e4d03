// A value counts as read though the product is zero whatever it is.
// plain: safe
// twin: unsafe
// options: --check uninitialised
// solved: default
int main(void) {
  int weight;
#ifndef TWIN
  weight = 3;
#endif
  return 0 * weight;
}
