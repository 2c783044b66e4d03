// options: --acsl all
// broken: an ACSL annotation does not hold
#define SIZE 10
int a[SIZE];
int main(void) {
  int i;
  /*@ loop invariant 0 <= i <= SIZE; */
  for (i = 0; i < SIZE; i++) {
    //@ assert small: 0 <= i < SIZE;
    a[i] = i;
  }
  if (a[3] == 3)
    //@ assert i == SIZE && \forall integer k; 0 <= k < SIZE ==> a[k] == k;
    i = 0;
  //@ assert \valid(a + (0 .. SIZE-1)) && !\valid(&a[0] + (0..SIZE));
#ifdef BROKEN
  //@ assert \exists integer k; 0 <= k < SIZE && a[k] == SIZE;
#endif
  return i;
}
