// plain: safe
// twin: unsafe
// solved: default
// Members of a struct that memcpy wrote are those of the other one.
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct point { short x; int y; unsigned char tag; };
int main(void) {
  struct point a, b;
  unsigned char image[sizeof(struct point)];
  a.x = __VERIFIER_nondet_short();
  a.y = __VERIFIER_nondet_int();
  a.tag = __VERIFIER_nondet_uchar();
  memcpy(image, &a, sizeof a);
#ifdef TWIN
  image[5]++;
#endif
  memcpy(&b, image, sizeof b);
  if (a.x != b.x || a.y != b.y || a.tag != b.tag) reach_error();
  return 0;
}
