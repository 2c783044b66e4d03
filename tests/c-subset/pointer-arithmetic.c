// expect: exit 0
// expect: output 40 0 1 1 20
int printf(const char *, ...);
int main(void) {
  int a[5] = {10, 20, 30, 40, 50}; int *p = a + 1, *q = &a[4]; char *c = (char *)a;
  p += 2; q--;
  printf("%d %d %d %d %d\n", *p, (int)(q - p), p == q, p < a + 5, *(int *)(c + 4));
  return 0;
}
