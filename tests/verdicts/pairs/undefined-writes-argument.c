// plain: unsafe
// twin: safe
// solved: default
// An undefined function writes what a pointer of its call points to, but not through a pointer to const.
extern void reach_error(void);
#ifdef TWIN
extern void look(const int *p);
#else
extern void look(int *p);
#endif

int main(void) {
  int x = 1;
  look(&x);
  if (x == 77)
    reach_error();
  return 0;
}
