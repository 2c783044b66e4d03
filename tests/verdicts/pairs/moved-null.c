// Null is not moved, not even by nothing (C11 6.5.6p8).
// plain: unsafe
// twin: safe
// options: --check pointer-overflow
// solved: default
extern unsigned __VERIFIER_nondet_uint(void);
struct cursor { unsigned length; const char *at; };
int main(void) {
  char bytes[16];
  struct cursor c = {__VERIFIER_nondet_uint(), bytes};
  if (c.length > 16) return 0;
  if (c.length == 0) c.at = 0;
#ifdef TWIN
  c.at = c.at == 0 ? 0 : c.at + c.length;
#else
  c.at = c.at + c.length;
#endif
  return c.at == bytes;
}
