// plain: unsafe
// twin: safe
// solved: default
// Nothing is read: the only execution decides. It is too long for an unrolling and has no short invariant.
extern void reach_error(void);
static unsigned state = 12345;
static unsigned next(void) { state = state * 1103515245u + 12345u; return state >> 16 & 0x7fff; }
int main(void) {
  int table[64];
  unsigned sum = 0;
  for (int i = 0; i < 64; i++) table[i] = (int)(next() % 100);
  for (int i = 0; i < 63; i++)
    for (int j = 0; j < 63 - i; j++)
      if (table[j] > table[j + 1]) { int t = table[j]; table[j] = table[j + 1]; table[j + 1] = t; }
#ifdef TWIN
  for (int i = 0; i < 63; i++) if (table[i] > table[i + 1]) reach_error();
#else
  for (int i = 0; i < 63; i++) if (table[i] >= table[i + 1]) reach_error();
#endif
  return (int)sum;
}
