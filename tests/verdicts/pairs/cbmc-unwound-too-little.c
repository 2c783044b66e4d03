// plain: unsafe
// twin: safe
// options: --check bounds --unwind 3
// A bound on a loop cuts nothing off, whatever is checked: the access behind it is looked at, or the bound is refuted.
extern int nondet_int(void);
int a[4];
int main(void) {
  int n = nondet_int();
#ifdef TWIN
  if (n > 2) return 0;
#endif
  for (int i = 0; i < n; i++) a[i] = 1;
  return 0;
}
