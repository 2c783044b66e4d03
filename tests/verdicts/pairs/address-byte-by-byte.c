// plain: unsafe
// twin: safe
// A pointer copied in pieces is the pointer; its bytes are as unknown as the address.
extern void reach_error(void);
int x;
int main(void) {
  int *p = &x, *q = 0;
  unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q;
  int sum = 0;
  for (unsigned i = 0; i < sizeof p; i++) {
    to[i] = from[i];
    sum += from[i];
  }
#ifdef TWIN
  if (q != &x) reach_error();
#else
  if (sum > 40) reach_error();
#endif
  return 0;
}
