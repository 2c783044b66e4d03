// plain: safe
// twin: unsafe
// Elements that pass a test are collected at places of their own.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define N 1000
int main(void) {
  int from[N], to[N];
  int count = 0;
  for (int i = 0; i < N; i++) from[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) {
    if (from[i] >= 0) {
      to[count] = from[i];
      count++;
    }
  }
  for (int i = 0; i < count; i++) {
#ifdef TWIN
    if (to[i] > 100) reach_error();
#else
    if (to[i] < 0) reach_error();
#endif
  }
  return 0;
}
