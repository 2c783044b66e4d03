// plain: safe
// twin: unsafe
// options: --check bounds
// Blocks of a text, each of which is changed by the one before it, and the first one by a block elsewhere. The twin takes one block
// too many.
extern unsigned __VERIFIER_nondet_uint(void);
struct chain {
  unsigned char key[16];
  unsigned char start[16];
};
static struct chain chain;
static unsigned char text[4096];
static void mix(unsigned char *block, const unsigned char *with) {
  int i;
  for (i = 0; i < 16; i++) block[i] ^= with[i];
}
int main(void) {
  unsigned length = __VERIFIER_nondet_uint(), i;
  unsigned char *block = text;
  const unsigned char *with = chain.start;
#ifdef TWIN
  if (length > 4112) return 1;
#else
  if (length > 4096) return 1;
#endif
  for (i = 0; i + 16 <= length; i += 16) {
    mix(block, with);
    mix(block, chain.key);
    with = block;
    block += 16;
  }
  return with[15];
}
