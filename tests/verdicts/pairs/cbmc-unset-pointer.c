// plain: unsafe
// twin: safe
// A pointer that was never set may be that of any object: what is assumed of it does not rule everything out.
int main(void) {
  int x = 1, *p;
#ifdef TWIN
  p = &x;
  __CPROVER_assume(__CPROVER_r_ok(p, sizeof *p));
  __CPROVER_assert(*p == 1, "x");
#else
  __CPROVER_assume(__CPROVER_r_ok(p, sizeof *p));
  __CPROVER_assert(0, "reached");
#endif
  return x;
}
