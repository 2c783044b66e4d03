extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int state = 0;
  while (__VERIFIER_nondet_int()) {
    if (state == 0)
      state = 1;
    else
      state = 0;
  }
  if (state > 1)
    reach_error();
  return 0;
}
