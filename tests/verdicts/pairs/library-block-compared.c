// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
// memcmp may read all of both blocks, though the first bytes differ.
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char a[4] = {1, 2, 3, 4}, b[8] = {2, 2, 3, 4};
  if (__VERIFIER_nondet_int() == 7777)
#ifdef TWIN
    return memcmp(a, b, sizeof a) > 0;
#else
    return memcmp(a, b, sizeof b) > 0;
#endif
  return 0;
}
