// plain: safe
// twin: unsafe
// solved: default
// What was copied element by element is equal element by element; the last one is left out in the twin.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define N 2000
int main(void) {
  int from[N], to[N];
  for (int i = 0; i < N; i++) {
    from[i] = __VERIFIER_nondet_int();
    to[i] = 0;
  }
#ifdef TWIN
  for (int i = 0; i < N - 1; i++) to[i] = from[i];
#else
  for (int i = 0; i < N; i++) to[i] = from[i];
#endif
  for (int i = 0; i < N; i++)
    if (to[i] != from[i]) reach_error();
  return 0;
}
