// plain: safe
// twin: unsafe
// The greatest element, where the first one is looked at before the loop; the twin does not look at it.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define N 2000
int main(void) {
  int a[N];
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
#ifdef TWIN
  int greatest = a[1];
#else
  int greatest = a[0];
#endif
  for (int i = 1; i < N; i++)
    if (a[i] > greatest) greatest = a[i];
  for (int i = 0; i < N; i++)
    if (a[i] > greatest) reach_error();
  return 0;
}
