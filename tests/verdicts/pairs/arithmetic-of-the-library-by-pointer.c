// plain: unsafe
// twin: safe
// options: --check overflow
// The absolute value of the least number is none, also where `abs` is called by its address.
int abs(int);
int main(void) {
  int (*magnitude)(int) = abs;
#ifdef TWIN
  return magnitude(-2147483647) == 3;
#else
  return magnitude(-2147483647 - 1) == 3;
#endif
}
