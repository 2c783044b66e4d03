// plain: safe
// twin: unsafe
// From the last element to the first; the first is left out in the twin.
extern void reach_error(void);
#define N 5000
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[N];
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  int i = N - 1;
#ifdef TWIN
  while (i > 0) {
#else
  while (i >= 0) {
#endif
    a[i] = 3;
    i--;
  }
  for (int j = 0; j < N; j++)
    if (a[j] != 3) reach_error();
  return 0;
}
