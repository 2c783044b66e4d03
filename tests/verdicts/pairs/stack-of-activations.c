// plain: unsafe
// twin: safe
// Which way the stack grows nobody knows; two activations have two objects.
extern void reach_error(void);
char *outer;
static int f(int depth) {
  char c = 0;
  if (depth == 0) {
    outer = &c;
    return f(1);
  }
#ifdef TWIN
  return &c == outer;
#else
  return &c < outer;
#endif
}
int main(void) {
  if (f(0)) reach_error();
  return 0;
}
