// plain: safe
// twin: unsafe
// solved: default
// A byte at an index that is an input.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned char b[8];
  unsigned *words = (unsigned *)b;
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 8) return 0;
  words[0] = words[1] = 0;
  b[i] = 1;
#ifdef TWIN
  if (words[1] > 65536) reach_error();
#else
  if ((words[0] == 0) == (words[1] == 0)) reach_error();
  if (words[i / 4] != 1u << 8 * (i % 4)) reach_error();
#endif
  return 0;
}
