/* expect: safe
 * A lock is taken and given back; the number of turns does not matter. */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int locked = 0;
  unsigned int turns = 0;
  while (__VERIFIER_nondet_int()) {
    if (locked)
      reach_error();
    locked = 1;
    turns = turns + 1;
    if (turns == 3000000000u)
      locked = 1;
    locked = 0;
  }
  return 0;
}
