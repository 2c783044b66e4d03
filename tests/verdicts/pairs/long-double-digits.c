// plain: unsafe
// twin: unsafe
// A long double has more digits, and larger and smaller numbers, than a double: literals, integers and constants keep them.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static long double large = 1e308L * 10;
int main(void) {
#ifdef TWIN
  int x = __VERIFIER_nondet_int();
  if (x < 1 || x > 2) return 0;
  long double product = 1e308L * x;
  product = product * 100;
  if (product / 1000 < 1e308L) reach_error();
#else
  long double digits = 9007199254740993.0L, whole = 9007199254740993LL, tiny = 1e-400L, huge = 1e400L;
  if (digits > 9007199254740992.0L && whole > 9007199254740992.0L && tiny > 0 && huge < 1e4000L && large / 10 < 1.5e308L)
    reach_error();
#endif
  return 0;
}
