// plain: unsafe
// twin: safe
// Two elements at places that have nothing to do with each other: one symbolic place is not enough to call it safe.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define N 400
int main(void) {
  int a[N];
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (i < 0 || i >= N || j < 0 || j >= N) return 0;
  for (int k = 0; k < N; k++) a[k] = 0;
  a[i] = 1;
#ifdef TWIN
  if (a[i] != 1) reach_error();
#else
  if (a[i] != 1 || a[j] == 1) reach_error();
#endif
  return 0;
}
