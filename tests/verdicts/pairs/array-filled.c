// plain: safe
// twin: unsafe
// solved: default
// A loop that fills an array of any length, and one that looks at it.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int values[3000];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3000) return 0;
  for (int i = 0; i < n; i++) values[i] = 7;
#ifdef TWIN
  if (n > 2) values[n - 2] = 8;
#endif
  for (int i = 0; i < n; i++)
    if (values[i] != 7) reach_error();
  return 0;
}
