// options: --acsl assert
// broken: an ACSL annotation does not hold
extern int nondet_int(void);
int main(void) {
  int x = nondet_int(), y = nondet_int();
#ifdef BROKEN
  //@ assert x / y == x / y;
#else
  //@ assert y != 0 ==> x / y == x / y;
#endif
  return 0;
}
