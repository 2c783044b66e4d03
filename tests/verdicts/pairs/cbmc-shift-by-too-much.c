// plain: unsafe
// twin: safe
// solved: default
// Zero does not overflow, however far it is shifted; a negative distance overflows no signed value.
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
  int x = nondet_int();
  unsigned y = nondet_uint();
#ifdef TWIN
  __CPROVER_assert(__CPROVER_overflow_shl(x, 33) == (x != 0), "too far");
#else
  __CPROVER_assert(__CPROVER_overflow_shl(x, 33), "too far");
#endif
  __CPROVER_assert(!__CPROVER_overflow_shl(x, -1), "backwards");
  __CPROVER_assert(__CPROVER_overflow_shl(y, -1) == (y != 0), "far to an unsigned value");
  return 0;
}
