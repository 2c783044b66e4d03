// What CBMC's pragmas turn off; FOREIGN is not understood.
extern unsigned nondet_unsigned(void);
static unsigned mix(unsigned hash) {
#pragma CPROVER check push
#ifdef FOREIGN
#pragma CPROVER check disable "signed-overflow"
#else
#pragma CPROVER check disable "unsigned-overflow"
#endif
  hash *= 31u;
#pragma CPROVER check pop
  return hash;
}
int main(void) { return mix(nondet_unsigned()) == 0; }
