// plain: unsafe
// twin: safe
// options: --check bounds
// A text without a zero goes on into the next member: strlen does not stop where the array does.
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct record { char name[8]; char note[8]; };
int main(void) {
  struct record r;
  for (int i = 0; i < 8; i++) {
    r.name[i] = 'a';
    r.note[i] = (char)(__VERIFIER_nondet_uchar() | 1);
  }
#ifdef TWIN
  r.name[7] = 0;
#endif
  char *p = r.name;
  while (*p) p++;
  return p - r.name > 3;
}
