// plain: safe
// twin: unsafe
// options: --check bounds --subobjects whole
// solved: default
// Behind a member lies the next one; behind the last there is nothing.
extern int __VERIFIER_nondet_int(void);
struct pair {
  int first[4];
  int second[4];
} pair;
int main(void) {
  int i = __VERIFIER_nondet_int();
#ifdef TWIN
  if (i < 0 || i > 8) return 0;
#else
  if (i < 0 || i > 7) return 0;
#endif
  return pair.first[i];
}
