/* A checksum of inputs with wraps, shifts and masks; bits that are set in all inputs are set in one of them. */
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);

int main(void) {
  unsigned check = 0xffffffff, sum = 0, some = 0, all = 0xffffffff;
  while (__VERIFIER_nondet_uint()) {
    unsigned word = __VERIFIER_nondet_uint();
    check = (check >> 1) ^ ((check & 1) ? 0xedb88320u : 0) ^ word;
    sum += check;
    some |= word;
    all &= word;
    if ((all & ~some) != 0 && sum != 7) reach_error();
  }
  return 0;
}
