/* expect: safe
 * A checksum runs along; the mode stays what it was. */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int mode = 3;
  unsigned int sum = 17;
  while (__VERIFIER_nondet_int()) {
    sum = sum * 31u + 7u;
    if (mode != 3 && sum != 0)
      reach_error();
  }
  return 0;
}
