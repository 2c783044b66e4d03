// expect: unknown
// Every engine has something to do here for a long time, and none decides it: where a walk leads whose rule is not linear.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  unsigned x = a, steps = 0;
  while (x != 1) {
    x = x % 2 ? x * 3 + b % 7 : x / 2 + (x * b) % 5;
    steps = steps * 5 + (x ^ steps >> 3);
    if (steps * x == 0x9e3779b1u && x * x % 65537 == 12345 && (steps ^ x) % 8191 == 77) reach_error();
  }
  return 0;
}
