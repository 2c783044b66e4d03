// A jump past a declaration leaves it without its value, also where it had one the last time.
// plain: unsafe
// twin: safe
// options: --check uninitialised
// solved: default
static int f(int skip) {
  if (skip) goto behind;
  int x = 5;
behind:
#ifdef TWIN
  return skip ? 0 : x;
#else
  return x;
#endif
}
int main(void) { return f(0) + f(1); }
