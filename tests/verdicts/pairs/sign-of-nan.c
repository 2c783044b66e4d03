// plain: unsafe
// twin: safe
// An invalid operation gives a NaN whose sign C leaves open; on this machine it is set.
#include <math.h>
extern void reach_error(void);
double zero;
int main(void) {
  double invalid = zero / zero;
#ifdef TWIN
  if (copysign(1.0, invalid) > 0) reach_error();
#else
  if (copysign(1.0, invalid) < 0) reach_error();
#endif
  return 0;
}
