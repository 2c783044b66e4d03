// What goes into a bit-field has to fit its width, by assignment, update and initialiser.
// plain: safe
// twin: unsafe
// options: --check conversion
// solved: default
extern int __VERIFIER_nondet_int(void);
struct header {
  unsigned length : 3;
  int rest : 3;
};
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3) return 0;
  struct header header = {n, n};
#ifdef TWIN
  header.rest++;
#else
  header.rest--;
#endif
  header.length += 4;
  return header.length + header.rest;
}
