// plain: unsafe
// twin: safe
// options: --64
// A jump past a declaration leaves the object without a value, whatever its initialiser says: here what the call left there.
extern void reach_error(void);
static void __attribute__((noinline)) leave(int value) {
  volatile int a = value, b = value, c = value, d = value;
}
static void __attribute__((noinline)) look(void) {
#ifdef TWIN
  goto before;
before:;
  int x = 5;
#else
  goto behind;
  int x = 5;
behind:
#endif
  if (x == 77) reach_error();
}
int main(void) {
  leave(77);
  look();
  return 0;
}
