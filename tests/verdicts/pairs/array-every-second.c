// plain: safe
// twin: unsafe
// solved: default
// Every second element is copied: one array is looked at K, the other at 2 * K + 1. The twin looks one further.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define N 2000
int main(void) {
  int from[N], to[N / 2];
  for (int i = 0; i < N; i++) from[i] = __VERIFIER_nondet_int();
  int i = 1, j = 0;
  while (i < N) {
    to[j] = from[i];
    i += 2;
    j++;
  }
#ifdef TWIN
  for (int k = 0; k < N / 2 - 1; k++)
    if (to[k] != from[2 * k + 2]) reach_error();
#else
  for (int k = 0; k < N / 2; k++)
    if (to[k] != from[2 * k + 1]) reach_error();
#endif
  return 0;
}
