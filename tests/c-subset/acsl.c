// options: --acsl all
// expect: error "an ACSL annotation does not hold"
int main(void) {
  int s = 0;
  /*@ loop invariant 0 <= i <= 3 && s == i * (i - 1) / 2; */
  for (int i = 0; i < 3; i++)
    s += i;
  //@ assert \forall integer k; 0 <= k < 3 ==> s >= k;
  //@ assert s + 2147483647 < 2147483647;
  return 0;
}
