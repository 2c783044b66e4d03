// plain: unsafe
// twin: safe
// solved: default
// A weak function that is defined nowhere may be null, in a table too; a weak definition is not.
extern void reach_error(void);
#ifdef TWIN
__attribute__((weak)) int hook(void) { return 1; }
#else
extern int hook(void) __attribute__((weak));
#endif
int (*table[1])(void) = {hook};
int main(void) {
  if (!table[0]) reach_error();
  return 0;
}
