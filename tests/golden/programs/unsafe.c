extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x * 2;
  if (x > 0 && x < 100 && y == 14)
    reach_error();
  return 0;
}
