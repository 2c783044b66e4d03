// plain: unsafe
// twin: safe
// The element that decides was read where it was right, and changed before it was looked at again.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define N 600
int main(void) {
  int a[N];
  for (int i = 0; i < N; i++) a[i] = 1;
  for (int i = 0; i < N; i++) {
    int first = a[i];
#ifndef TWIN
    a[N - 1 - i] = 2;
#endif
    if (first != a[i] || a[0] == 2) reach_error();
  }
  return 0;
}
