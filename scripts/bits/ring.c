/* A ring of eight cells, written at places that inputs choose: a cell that is watched holds what was written there last. */
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void) {
  unsigned char ring[8] = {0}, watched = 0, expected = 0;
  while (1) {
    unsigned char at = __VERIFIER_nondet_uchar() & 7, value = __VERIFIER_nondet_uchar();
    ring[at] = value;
    if (__VERIFIER_nondet_uchar()) {
      watched = at;
      expected = value;
    } else if (at == watched)
      expected = value;
    if (ring[watched & 7] != expected) reach_error();
  }
}
