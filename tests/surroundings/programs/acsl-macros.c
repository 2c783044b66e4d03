// options: --acsl all
// broken: an ACSL annotation does not hold
// ACSL's words are no macros; names of the program are.
#include <assert.h>
#define check admit
#define loop 3
#define LIMIT 10
int main(void) {
  int x = 0;
  /*@ loop invariant 0 <= x <= LIMIT; */
  while (x < LIMIT) x++;
  //@ assert (x == LIMIT);
#ifdef BROKEN
  //@ check x < LIMIT;
#endif
  //@ admit (x < LIMIT);
  //@ assert \false;
  return 0;
}
