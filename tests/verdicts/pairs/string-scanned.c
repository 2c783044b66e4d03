// plain: safe
// twin: unsafe
// options: --check bounds
// solved: default
// A scan ends at the zero behind the text, which is as long as the input says; the twin forgets to write it.
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  char text[64];
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 63) return 0;
  for (unsigned i = 0; i < n; i++) text[i] = (char)__VERIFIER_nondet_uchar();
#ifndef TWIN
  text[n] = 0;
#endif
  char *s = text;
  while (*s == ' ' || *s == '\t') s++;
  int words = 0;
  while (*s != 0) {
    if (*s == ',') {
      *s = 0;
      words++;
    }
    s++;
  }
  return words + (text + strlen(text) < s);
}
