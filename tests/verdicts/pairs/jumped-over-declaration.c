// plain: safe
// twin: unsafe
// A local whose declaration a jump passes has any value in each activation, not what an earlier one left; that of a switch likewise. The
// twin reads it.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
static int calls, first, second;
static void by_goto(void) {
  goto inside;
  {
    int x;
    x = 3;
  inside:
#ifndef TWIN
    x = 3;
#endif
    if (calls == 0)
      first = x;
    else
      second = x;
  }
  calls++;
}
static int by_switch(int which) {
  switch (which) {
    int y;
    case 0:
      y = 7;
      return y;
    default:
#ifndef TWIN
      y = 7;
#endif
      return y;
  }
}
int main(void) {
  by_goto();
  by_goto();
  if (first != second) reach_error();
  if (by_switch(0) != by_switch(__VERIFIER_nondet_uchar() & 1)) reach_error();
  return 0;
}
