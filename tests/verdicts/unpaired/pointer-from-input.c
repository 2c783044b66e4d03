// never: safe
// An input pointer may be the address of anything, of `a` too.
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);

int a = 0;
int *alias = &a;

int main(void) {
  int *p = __VERIFIER_nondet_pointer();
  *p = 5;
  if (*alias > 0)
    reach_error();
  return 0;
}
