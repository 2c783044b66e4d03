// plain: unsafe
// twin: safe
// options: --externals any
// A callback inside a structure may be called.
extern void reach_error(void);
struct hooks { void (*called)(void); int n; };
static void bad(void) {
  reach_error();
}
static void good(void) {
}
extern void run(struct hooks *h);

int main(void) {
  struct hooks h = {good, 0};
#ifndef TWIN
  h.called = bad;
#endif
  run(&h);
  return 0;
}
