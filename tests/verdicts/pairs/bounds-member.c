// A member array has bounds of its own, inside the struct that goes on behind it.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
extern int __VERIFIER_nondet_int(void);
struct { char n[8]; int admin; } u;
int main(void) {
  int i = __VERIFIER_nondet_int();
#ifdef TWIN
  if (i < 0 || i > 7) return 0;
#else
  if (i < 0 || i > 8) return 0;
#endif
  u.n[i] = 1;
  return u.admin;
}
