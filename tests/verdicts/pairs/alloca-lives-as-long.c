// Memory of alloca lives until its function returns.
// plain: unsafe
// twin: safe
// options: --check bounds
static int *make(int **keep) {
  int *p = __builtin_alloca(4 * sizeof(int));
  p[3] = 1;
  *keep = p;
#ifdef TWIN
  return p[3] == 1 ? *keep : 0;
#else
  return *keep;
#endif
}
int main(void) {
  int *kept;
  int *p = make(&kept);
#ifdef TWIN
  return p != 0 && kept != 0;
#else
  return p[3];
#endif
}
