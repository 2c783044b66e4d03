// The array of the second call is another one: what the first call wrote is gone.
// plain: unsafe
// twin: safe
// options: --check uninitialised
// solved: default
static int f(int n) {
  int a[2];
  if (n == 0) a[1] = 1;
#ifdef TWIN
  return n == 0 ? a[1] : 0;
#else
  return a[1];
#endif
}
int main(void) { return f(0) + f(1); }
