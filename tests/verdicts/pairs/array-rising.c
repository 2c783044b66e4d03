// plain: safe
// twin: unsafe
// Neighbours are compared: two cells beside each other.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define N 1500
int main(void) {
  int a[N];
  for (int i = 0; i < N; i++) a[i] = 2 * i;
#ifdef TWIN
  int at = __VERIFIER_nondet_int();
  if (at >= 0 && at < N) a[at] += 3;
#endif
  for (int i = 0; i + 1 < N; i++)
    if (a[i] > a[i + 1]) reach_error();
  return 0;
}
