// plain: safe
// twin: unsafe
// Two elements of one array, at K and at 400 - K, which are one in the middle: what is stored there is stored at both.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define N 401
int main(void) {
  int a[N];
  for (int i = 0; i < N; i++) a[i] = 0;
  a[N / 2] = 1;
  for (int i = 0; i < N; i++)
#ifdef TWIN
    if (a[i] + a[N - 1 - i] == 2) reach_error();
#else
    if (a[i] + a[N - 1 - i] > 2) reach_error();
#endif
  if (__VERIFIER_nondet_int()) return 1;
  return 0;
}
