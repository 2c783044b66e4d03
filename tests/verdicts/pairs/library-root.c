// plain: safe
// twin: unsafe
// solved: default
// The root is the nearest number to the exact one.
#include <assert.h>
#include <math.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  float x = __VERIFIER_nondet_uchar();
  float root = sqrtf(x);
  assert(root >= 0.0f && root < 16.0f);
#ifdef TWIN
  assert(root == floorf(root));
#else
  assert(root * root <= x + 0.001f);
#endif
  return 0;
}
