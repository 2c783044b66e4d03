// plain: unsafe
// twin: safe
// solved: default
// A weak object that is defined nowhere may be null, and is so everywhere or nowhere.
extern void reach_error(void);
extern int limit __attribute__((weak));
int main(void) {
  int found = 0;
  if (&limit) found = 1;
#ifdef TWIN
  int *p = &limit;
  if (found != (p != 0)) reach_error();
#else
  if (!found) reach_error();
#endif
  return 0;
}
