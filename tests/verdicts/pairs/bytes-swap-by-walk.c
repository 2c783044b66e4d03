// plain: safe
// twin: unsafe
// solved: default
// Bytes swapped twice in place, by a walk from both ends, are the word that they were.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static void swap(unsigned char *p, int n) {
  for (int i = 0; i < n / 2; i++) {
    unsigned char t = p[i];
    p[i] = p[n - 1 - i];
    p[n - 1 - i] = t;
  }
}
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = x;
  swap((unsigned char *)&y, sizeof y);
#ifndef TWIN
  swap((unsigned char *)&y, sizeof y);
#endif
  if (x != y) reach_error();
  return 0;
}
