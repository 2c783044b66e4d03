// plain: safe
// twin: unsafe
// Values of an array that is filled from its start are as wide as they are: beyond half of all 64-bit numbers, too.
extern void reach_error(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define HALF (1ull << 63)
unsigned long long a[16];
int main(void) {
  unsigned n = 0, m = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
  while (n < 16 && n < m) {
    unsigned long long v = __VERIFIER_nondet_ulonglong();
#ifndef TWIN
    if (v > HALF + 5) break;
#endif
    a[n] = v;
    n++;
  }
  if (i < n) {
    unsigned long long w = a[i];
    if (w > HALF + 5) reach_error();
  }
  return 0;
}
