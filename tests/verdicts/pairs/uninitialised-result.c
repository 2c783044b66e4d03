// A function that comes to its end without return has no value to give, which matters where the value is used.
// plain: safe
// twin: unsafe
// options: --check uninitialised
// solved: default
extern int __VERIFIER_nondet_int(void);
int sign(int number) {
  if (number > 0) return 1;
  if (number < 0) return -1;
}
int main(void) {
  int number = __VERIFIER_nondet_int();
#ifdef TWIN
  return sign(number);
#else
  sign(number);
  return number == 0 ? 0 : sign(number);
#endif
}
