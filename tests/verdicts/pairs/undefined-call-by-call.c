// plain: unsafe
// twin: safe
// solved: default
// Each call writes anew, and what the program stores afterwards stays.
extern void reach_error(void);
extern void step(int *p);

int main(void) {
  int x = 0, seen = 0;
  for (int i = 0; i < 3; i++) {
    step(&x);
#ifdef TWIN
    x = i;
#endif
    if (x == 10 + i)
      seen++;
  }
  if (seen == 3)
    reach_error();
  return 0;
}
