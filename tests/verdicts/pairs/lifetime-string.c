// A library function reads what is gone.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k != 1234) return 0;
#ifdef TWIN
  char *p = 0;
  {
    char b[8] = "abc";
    p = b;
    return strlen(p);
  }
#else
  char *p = 0;
  {
    char b[8] = "abc";
    p = b;
  }
  return strlen(p);
#endif
  return 0;
}
