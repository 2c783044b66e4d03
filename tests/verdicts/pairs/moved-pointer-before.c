// A loop downwards that leaves the array at its start, where nothing is accessed.
// plain: unsafe
// twin: safe
// options: --check pointer-overflow
// solved: default
int main(void) {
  int a[4];
#ifdef TWIN
  int *p = a + 4;
  while (p != a) *--p = 0;
#else
  int *p = a + 3;
  for (;;) {
    *p = 0;
    if (p-- == a) break;
  }
#endif
  return 0;
}
