// options: --acsl all --entry mean --check assert,bounds,div-zero,overflow
// broken: division by zero
#ifdef BROKEN
/*@ requires 0 <= n <= 4; */
#else
/*@ requires 1 <= n && n <= 4; */
#endif
/*@ requires \valid_read(a + (0 .. n-1));
  @ requires \forall integer k; 0 <= k < n ==> 0 <= a[k] <= 1000; */
int mean(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s / n;
}
