// plain: safe
// twin: unsafe
// solved: default
// What a library function is made of calls no function of the program, whatever that is called.
#include <ctype.h>
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static int calls;
void __VERIFIER_assume(int condition) { calls += condition; }
int __unspecified(int example) { return calls += example; }
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  if (isdigit(c)) {
#ifdef TWIN
    __VERIFIER_assume(1);
#endif
    if (calls != 0) reach_error();
  }
  return 0;
}
