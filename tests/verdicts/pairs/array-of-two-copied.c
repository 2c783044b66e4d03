// plain: safe
// twin: unsafe
// solved: default
// Two elements, filled, copied and compared in loops: as exact as unrolled by hand. The twin copies one of them.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k[2], r[2] = {0, 0}, i;
  for (i = 0; i < 2; i++) k[i] = __VERIFIER_nondet_int();
#ifdef TWIN
  for (i = 0; i < 1; i++) r[i] = k[i];
#else
  for (i = 0; i < 2; i++) r[i] = k[i];
#endif
  for (i = 0; i < 2; i++)
    if (r[i] != k[i]) reach_error();
  return 0;
}
