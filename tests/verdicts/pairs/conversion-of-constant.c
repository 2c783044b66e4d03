// A constant that does not fit is converted, too, and a bit-field is less than its type.
// plain: safe
// twin: unsafe
// options: --check conversion
// solved: default
struct header {
  unsigned length : 3;
};
static int least(short number) { return number; }
int main(void) {
#ifdef TWIN
  return least(40000);
#else
  struct header header = {7};
  return least(30000) + header.length;
#endif
}
