// plain: unsafe
// twin: safe
// solved: default
// What the program stores by name after the call is what it reads through a pointer.
extern void reach_error(void);
extern void look(int *p);
int x = 1;

int main(void) {
  int *p = &x;
  look(&x);
#ifdef TWIN
  x = 2;
#endif
  if (*p == 77)
    reach_error();
  return 0;
}
