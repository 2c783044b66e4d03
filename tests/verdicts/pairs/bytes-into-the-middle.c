// plain: safe
// twin: unsafe
// solved: default
// A pointer to characters into the middle of an array of int.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int a[4] = {0, 0, 0, 0};
  char *p = (char *)&a[1];
  unsigned char x = __VERIFIER_nondet_uchar();
  p[2] = 1;
  p[4] = x;
  p[-1] = -1;
#ifdef TWIN
  if (a[0] < -0xffffff && a[2] >= 255) reach_error();
#else
  if (a[0] != -0x1000000 || a[1] != 0x10000 || a[2] != x || a[3] != 0) reach_error();
#endif
  return 0;
}
