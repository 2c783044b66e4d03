// plain: safe
// twin: unsafe
// solved: default
// A struct that is written member by member is read byte by byte; padding may be anything.
extern void reach_error(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
struct point { unsigned short x; unsigned char tag; unsigned y; };
int main(void) {
  struct point p;
  unsigned char *b = (unsigned char *)&p;
  unsigned short x = __VERIFIER_nondet_ushort();
  p.x = x;
  p.tag = 3;
  p.y = 0x01020304;
  unsigned sum = 0;
  for (int i = 4; i < 8; i++) sum = sum * 16 + b[i];
#ifdef TWIN
  if (b[1] + b[2] == 258 && b[0] == 1) reach_error();
#else
  if (sum != 0x4321 || b[2] != 3 || b[0] + 256 * b[1] != x) reach_error();
#endif
  return 0;
}
