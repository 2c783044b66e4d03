// plain: safe
// twin: unsafe
// The least element is at most every element; each is read twice in the loop that looks for it.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define N 1000
int main(void) {
  int a[N];
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  int least = 0;
#ifdef TWIN
  for (int i = 1; i < N; i++)
#else
  for (int i = 0; i < N; i++)
#endif
    if (a[i] < least) least = a[i];
  for (int i = 0; i < N; i++)
    if (a[i] < least) reach_error();
  return 0;
}
