// expect: exit 0
// expect: output    42|42   |00042|ff|FF|10|c|str|%|7|44|tru|+5
// expect: output 3.14 1.234568e+04 0.0001
// expect: output line
// expect: output z
int printf(const char *, ...); int puts(const char *); int putchar(int);
int main(void) {
  printf("%5d|%-5d|%05d|%x|%X|%o|%c|%s|%%|%ld|%hhd|%.3s|%+d\n", 42, 42, 42, 255, 255, 8, 'c', "str", 7L, 300, "truncate", 5);
  printf("%.2f %e %g\n", 3.14159, 12345.678, 0.0001); puts("line"); putchar('z'); putchar('\n');
  return 0;
}
