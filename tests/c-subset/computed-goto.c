// expect: exit 0
// expect: output two
int printf(const char *, ...);
int main(void) {
  static void *table[] = {&&one, &&two};
  int i = 1;
  goto *table[i];
one: printf("one\n"); return 1;
two: printf("two\n"); return 0;
}
