// options: --acsl assert
// broken: an ACSL annotation does not hold
// Numbers of annotations are mathematical: nothing overflows, nothing wraps.
extern int nondet_int(void);
extern unsigned nondet_unsigned(void);
int main(void) {
  int x = nondet_int();
  unsigned u = nondet_unsigned();
  /*@ admit x >= 0 && u < 5; */
  //@ assert x + 1 > x && u - 10 < 0 && 2147483647 * 2147483647 * 4 > u;
  /*@ check -7 / 2 == -3 && -7 % 2 == -1 && (u == 0 || x / u >= 0); */
#ifdef BROKEN
  //@ assert x + u <= 2147483647;
#endif
  return 0;
}
