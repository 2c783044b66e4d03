// expect: exit 0
// expect: output 4 9 9
int printf(const char *, ...);
int counter asm("shared") = 4;
extern int other asm("shared");
int value = 3;
extern int same __attribute__((alias("value")));
__attribute__((weak)) int nine(void) { return 9; }
int main(void) {
  same = nine();
  printf("%d %d %d\n", other, value, nine ? same : 0);
  return 0;
}
