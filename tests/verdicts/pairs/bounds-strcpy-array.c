// The source is an array: its content says how much is copied.
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
  char d[4], s[8] = "abc";
  strcpy(d, s);
#else
  char d[4], s[8] = "abcdef";
  strcpy(d, s);
#endif
  return 0;
}
