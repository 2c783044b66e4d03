// plain: unsafe
// twin: safe
// solved: default
// gcc moves the left side of a comma out of the operators around it, and out of an assignment's value.
extern void reach_error(void);
int trace, a[4];
int step(int digit) { trace = trace * 10 + digit; return digit; }
int main(void) {
  int sum = step(1) + (step(2), step(3));
  if (trace != 213 || sum != 4) reach_error();
  trace = 0;
  a[step(1)] = (step(2), step(3));
#ifdef TWIN
  if (trace != 213) reach_error();
#else
  if (trace != 123) reach_error();
#endif
  return 0;
}
