// Which of two pointers is less is asked of one object only.
// plain: safe
// twin: unsafe
// options: --check pointers
// solved: default
extern unsigned __VERIFIER_nondet_uint(void);
struct both {
  int low[4], high[4];
};
int main(void) {
  struct both first, second;
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 3) return 0;
#ifdef TWIN
  return first.low + i < second.high;
#else
  return first.low + i < first.high;
#endif
}
