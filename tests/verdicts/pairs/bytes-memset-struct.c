// plain: safe
// twin: unsafe
// solved: default
// A struct filled with a byte: all members have that byte everywhere.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct s { int a; short b; long long c; unsigned d : 5; };
int main(void) {
  struct s s;
  memset(&s, 0, sizeof s);
  if (s.a != 0 || s.b != 0 || s.c != 0 || s.d != 0) reach_error();
  memset(&s, 0xff, sizeof s);
  if (s.a != -1 || s.b != -1 || s.c != -1 || s.d != 31) reach_error();
  unsigned char x = __VERIFIER_nondet_uchar();
  memset(&s, x, sizeof s);
#ifdef TWIN
  if (s.a == 0x07070707 && s.d == 7) reach_error();
#else
  if ((s.b & 255) != x || (unsigned)s.a != x * 0x01010101u || s.d != (x & 31)) reach_error();
#endif
  return 0;
}
