// plain: unsafe
// twin: safe
// gettimeofday fills both its arguments.
#include <sys/time.h>
extern void reach_error(void);
int main(void) {
  struct timeval now;
  int zone[2] = {7, 7}, other = 7;
  gettimeofday(&now, (void *)zone);
#ifdef TWIN
  if (other != 7) reach_error();
#else
  if (zone[0] != 7) reach_error();
#endif
  return 0;
}
