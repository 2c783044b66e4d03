// A member that could lie anywhere is reached through a pointer to its structure, and that has to be aligned.
// plain: safe
// twin: unsafe
// options: --check alignment
// solved: default
extern int __VERIFIER_nondet_int(void);
struct part {
  int number;
  char letters[4];
};
union buffer {
  struct part part[2];
  char bytes[16];
} buffer;
int main(void) {
  int at = __VERIFIER_nondet_int();
#ifdef TWIN
  if (at != 4 && at != 5) return 0;
#else
  if (at != 4 && at != 8) return 0;
#endif
  struct part *part = (struct part *)(buffer.bytes + at);
  part->letters[1] = 'a';
  return 0;
}
