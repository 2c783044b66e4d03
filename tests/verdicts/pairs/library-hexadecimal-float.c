// plain: safe
// twin: unsafe
// strtod reads hexadecimal floats; strtof rounds the text once, not by way of double.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  double eight = strtod("0x1p3", 0);
  float above = strtof("16777217.0000000001", 0);
#ifdef TWIN
  if (eight == 8 && above == 16777218) reach_error();
#else
  if (eight != 8 || above != 16777218) reach_error();
#endif
  return 0;
}
