// options: --acsl assert
// broken: an ACSL annotation does not hold
// Annotations of other tools may stand anywhere.
/*@null@*/ char *text;
static int half(/*@unused@*/ int odd, int x) { return x / 2; }
/*@ requires x > 0; ensures \result > 0; */
static int twice(int x) { return 2 * x; }
int main(void) {
  int x = twice(half(1, 8));
#ifdef BROKEN
  //@ assert x < 8;
#else
  //@ assert x \
    == 8;
#endif
  return x;
}
