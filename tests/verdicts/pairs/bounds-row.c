// A row of a matrix is an array of its own, named or behind a pointer to rows.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
#ifdef TWIN
#define LAST 3
#else
#define LAST 4
#endif
int main(void) {
  int a[4][4] = {0};
  int(*row)[4] = a + 1;
  int sum = 0;
  for (int j = 0; j <= LAST; j++) sum += (*row)[j];
  return sum;
}
