// plain: unsafe
// twin: safe
// solved: default
// What stands behind a loop without end is not reached.
extern void reach_error(void);
int main(void) {
  unsigned i = 1;
#ifdef TWIN
  while (i % 2) i += 2;
#else
  while (i % 2) i += 3;
#endif
  reach_error();
  return 0;
}
