// options: --acsl all
// broken: an ACSL annotation does not hold
// ACSL's integers do not end where C's do: bounds beyond 63 bits are looked at as they are.
extern unsigned long __VERIFIER_nondet_ulong(void);
#ifdef BROKEN
#define LAST 9223372036854775808
#else
#define LAST 9223372036854775807
#endif

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  //@ assert \forall integer i; 9223372036854775800 <= i <= LAST ==> i < 9223372036854775808;
  //@ assert \exists integer i; 9223372036854775800 <= i <= 9223372036854775810 && i == 9223372036854775808;
  //@ assert \forall integer i; 18446744073709551610 <= i < n ==> i < 18446744073709551615;
  return 0;
}
