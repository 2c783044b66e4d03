// What a pragma turns off is not asked between push and pop, and is behind it.
// plain: unsafe
// twin: safe
// options: --check unsigned-wrap
// solved: default
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned mix(unsigned a) {
#pragma CPROVER check push
#pragma CPROVER check disable "unsigned-overflow"
  a *= 31u;
#ifdef TWIN
  a += 7u;
#pragma CPROVER check pop
#else
#pragma CPROVER check pop
  a += 7u;
#endif
  return a;
}
int main(void) { return mix(__VERIFIER_nondet_uint()) > 4; }
