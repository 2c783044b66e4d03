// plain: safe
// twin: unsafe
// solved: default
// A word put into a buffer byte by byte, least first, is got back.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static void put(unsigned char *p, unsigned v) {
  for (int i = 0; i < 4; i++) p[i] = v >> 8 * i;
}
static unsigned get(const unsigned char *p) {
  return p[0] | p[1] << 8 | p[2] << 16 | (unsigned)p[3] << 24;
}
int main(void) {
  unsigned char buffer[8];
  unsigned x = __VERIFIER_nondet_uint();
#ifdef TWIN
  put(buffer + 1, x);
  put(buffer, 0);
#else
  put(buffer, 0);
  put(buffer + 1, x);
#endif
  if (get(buffer + 1) != x) reach_error();
  return 0;
}
