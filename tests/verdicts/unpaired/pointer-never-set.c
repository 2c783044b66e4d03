// never: safe
// A pointer that is set on one way only: on the other, what it hits is unknown.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a = 1;
  int *pointer;
  if (__VERIFIER_nondet_int())
    pointer = &a;
  *pointer = 42;
  if (a != 42)
    reach_error();
  return 0;
}
