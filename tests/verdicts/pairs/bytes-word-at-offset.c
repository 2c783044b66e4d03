// plain: safe
// twin: unsafe
// solved: default
// A word read at an offset that is an input.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned char buf[8];
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 4) return 0;
  for (int k = 0; k < 8; k++) buf[k] = k;
  unsigned w = *(unsigned *)(buf + i);
#ifdef TWIN
  if (w == 0x05040302) reach_error();
#else
  if (w != i * 0x01010101u + 0x03020100u) reach_error();
#endif
  return 0;
}
