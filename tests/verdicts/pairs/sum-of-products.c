// A sum of eight products of 16 bits needs more than 32 bits.
// plain: unsafe
// twin: safe
// options: --check overflow
extern short __VERIFIER_nondet_short(void);
int main(void) {
  short line[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  int at = 0;
  while (__VERIFIER_nondet_short() != 0) {
#ifdef TWIN
    long long sum = 0;
#else
    int sum = 0;
#endif
    int i;
    line[at] = __VERIFIER_nondet_short();
    at = at == 7 ? 0 : at + 1;
    for (i = 0; i < 8; i++) sum += (int)line[i] * line[7 - i];
    if (sum < 0) break;
  }
  return 0;
}
