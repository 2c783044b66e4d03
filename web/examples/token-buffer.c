// Splits input into a buffer of eight tokens. The check is there, and one too
// late.
// Checked here: memory.
extern int __VERIFIER_nondet_int(void);

enum { MOST = 8 };

static int tokens[MOST];
static int count;

static int push(int token) {
  if (count > MOST) // count >= MOST is right
    return 0;
  tokens[count] = token;
  count++;
  return 1;
}

int main(void) {
  int token = __VERIFIER_nondet_int();
  while (token != 0) {
    if (!push(token))
      return 1;
    token = __VERIFIER_nondet_int();
  }
  return 0;
}
