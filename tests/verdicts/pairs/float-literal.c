// plain: safe
// twin: unsafe
// solved: default
// A float literal is rounded once, from its text: the double nearest to it may lie between two floats.
extern void reach_error(void);
int main(void) {
  float below = 1.00000017881393432617187499f, between = 1.000000178813934326171875f, above = 1.00000017881393432617187501f;
  float largest = 3.4028235677973366163e38f;
#ifdef TWIN
  if (below < between && between == above && largest == 0x1.fffffep+127f) reach_error();
#else
  if (!(below < between && between == above && largest == 0x1.fffffep+127f)) reach_error();
#endif
  return 0;
}
