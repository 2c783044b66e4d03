// never: safe
// The argument comes back to zero by wrapping.
extern void reach_error(void);

int depth;
void go(unsigned char c) {
  depth++;
  if (c != 0)
    go(c + 64);
}
int main(void) {
  go(64);
  if (depth == 4)
    reach_error();
  return 0;
}
