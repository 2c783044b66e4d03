// A const array is only for its initialiser to write, by whatever name.
// plain: unsafe
// twin: safe
// options: --check bounds
int main(void) {
#ifdef TWIN
  int table[2] = {3, 4};
#else
  const int table[2] = {3, 4};
#endif
  *(int *)&table[1] = 5;
  return table[0] != 3;
}
