// One element of an array was left out.
// plain: safe
// twin: unsafe
// options: --check uninitialised
// solved: default
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[3];
  int i = __VERIFIER_nondet_int();
  a[0] = 1;
#ifndef TWIN
  a[1] = 2;
#endif
  a[2] = 3;
  if (i < 0 || i > 2) return 0;
  return a[i];
}
