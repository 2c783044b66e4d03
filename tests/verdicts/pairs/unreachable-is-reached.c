// plain: unsafe
// twin: safe
// options: --check unreachable
// What the program promises to the compiler is checked where that is asked for; assumed otherwise.
extern unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint();
#ifdef TWIN
  n &= 1;
#else
  n &= 3;
#endif
  switch (n % 3) {
    case 0: return 1;
    case 1: return 2;
    default: __builtin_unreachable();
  }
}
