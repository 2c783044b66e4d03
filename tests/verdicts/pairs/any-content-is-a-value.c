// plain: safe
// twin: unsafe
// options: --check uninitialised
// solved: default
// Who says that an object has any content has given it one.
extern void __CPROVER_havoc_object(void *);
extern int nondet_int(void);
int main(void) {
  int x[2], y[2];
  int *p = nondet_int() ? x : y;
  __CPROVER_havoc_object(x);
#ifdef TWIN
  __CPROVER_havoc_object(p);
  return y[1];
#else
  return x[1];
#endif
}
