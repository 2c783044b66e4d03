// plain: unsafe
// twin: safe
// A run of bytes that starts inside a member array, at a place that is computed, and goes on behind it.
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct text { char line[40]; char section[24]; int ended; };
int main(void) {
  struct text t;
  unsigned n = __VERIFIER_nondet_uint();
  memset(&t, 0, sizeof t);
  if (n > 36) return 0;
  char *p = t.line;
  for (unsigned i = 0; i < n; i++) p++;
#ifdef TWIN
  memset(p, 1, 4);
#else
  memset(p, 1, 5);
#endif
  if (t.section[0] != 0) reach_error();
  return 0;
}
