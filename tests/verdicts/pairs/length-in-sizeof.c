// plain: unsafe
// twin: safe
// solved: default
// sizeof evaluates its operand where that has a variable length, and only there.
extern void reach_error(void);
int n = 3;
int main(void) {
  int a[2][n];
  unsigned long s = sizeof(int[n++]);
  s += sizeof(a[n++]);
  s += sizeof(n++) + sizeof(int (*)[n++]) - sizeof(void *) + sizeof((char)n++);
#ifdef TWIN
  if (n != 5 || s != 29) reach_error();
#else
  if (n == 5 && s == 29) reach_error();
#endif
  return 0;
}
