// plain: unsafe
// twin: safe
// options: --check conversion
// A length of int in a byte of a header: where that is asked about, it has to fit.
extern int nondet_int(void);
struct header { unsigned char length; short rest; };
int main(void) {
  int n = nondet_int();
  if (n < 0 || n > 1000) return 0;
  struct header h;
#ifdef TWIN
  h.length = n > 255 ? 255 : n;
#else
  h.length = n;
#endif
  h.rest = (short)(n - h.length);
  return h.rest < 0;
}
