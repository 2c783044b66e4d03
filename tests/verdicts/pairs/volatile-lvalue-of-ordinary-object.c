// plain: safe
// twin: unsafe
// solved: default
// Only objects that are defined volatile change by themselves; how they are read does not matter.
extern void reach_error(void);
int main(void) {
#ifdef TWIN
  volatile int a = 4;
#else
  int a = 4;
#endif
  volatile int *p = &a;
  a -= 4;
  a = 0;
  if (*p != 0) reach_error();
  return 0;
}
