// A struct that is assigned to itself has to be there.
// plain: safe
// twin: unsafe
// options: --check bounds
// solved: default
extern int __VERIFIER_nondet_int(void);
struct triple {
  int part[3];
} triple;
int main(void) {
#ifdef TWIN
  struct triple *other = 0;
#else
  struct triple *other = &triple;
#endif
  struct triple *at = __VERIFIER_nondet_int() == 1234 ? other : &triple;
  *at = *at;
  return 0;
}
