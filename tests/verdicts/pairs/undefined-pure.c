// plain: unsafe
// twin: safe
// solved: default
// A pure function writes nothing.
extern void reach_error(void);
#ifdef TWIN
__attribute__((pure))
#endif
extern int sum(int *p);

int main(void) {
  int x = 3;
  sum(&x);
  if (x != 3)
    reach_error();
  return 0;
}
