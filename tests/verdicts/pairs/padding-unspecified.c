// plain: unsafe
// twin: safe
// options: --32
// solved: default
// A fully initialised automatic struct has unspecified padding; where members are left out gcc sets all to zero.
extern void reach_error(void);
struct padded { char c; int i; int j; };
__attribute__((noinline)) int fill(void) {
  volatile char dirt[64];
  for (int k = 0; k < 64; k++) dirt[k] = 0x55;
  return dirt[3];
}
__attribute__((noinline)) int look(int v) {
#ifdef TWIN
  struct padded s = {v, v};
#else
  struct padded s = {v, v, v};
#endif
  return ((char *)&s)[1];
}
int main(void) {
  fill();
  if (look(1) != 0) reach_error();
  return 0;
}
