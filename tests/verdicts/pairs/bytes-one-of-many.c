// plain: safe
// twin: unsafe
// solved: default
// A pointer to one of many objects, through which parts of it are written.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
unsigned a, b, c, d, e, f;
int main(void) {
  unsigned k = __VERIFIER_nondet_uint() % 6;
  unsigned *p = k == 0 ? &a : k == 1 ? &b : k == 2 ? &c : k == 3 ? &d : k == 4 ? &e : &f;
  *((unsigned char *)p + 1) = 7;
  *(unsigned short *)((char *)p + 2) = 1;
  unsigned s = a + b + c + d + e + f;
#ifdef TWIN
  if (d == 0x10700) reach_error();
#else
  if (s != 0x10700) reach_error();
#endif
  return 0;
}
