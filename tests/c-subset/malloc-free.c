// expect: exit 0
// expect: output 5 6 0 1
int printf(const char *, ...); void *malloc(unsigned long); void *calloc(unsigned long, unsigned long); void *realloc(void *, unsigned long); void free(void *);
int main(void) {
  int *a = malloc(2 * sizeof(int)), *b = calloc(2, sizeof(int));
  a[0] = 4; a[1] = 5; a = realloc(a, 4 * sizeof(int)); a[3] = 6;
  printf("%d %d %d %d\n", a[1], a[3], b[1], a != b);
  free(a); free(b); free(0);
  return 0;
}
