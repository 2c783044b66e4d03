// expect: exit 0
// expect: output 3
int printf(const char *, ...);
#define LONG 1 + \
  2
int ma\
in(void) { printf("%d\n", LONG); /* comment */ // line comment
  return 0; }
