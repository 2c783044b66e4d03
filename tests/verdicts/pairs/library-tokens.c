// plain: unsafe
// twin: safe
// strtok goes on in the string of its first call.
#include <string.h>
extern void reach_error(void);
int main(void) {
  char s[] = "a,b,c";
  strtok(s, ",");
  strtok(NULL, ",");
#ifdef TWIN
  if (s[4] == 0) reach_error();
#else
  if (s[3] == 0) reach_error();
#endif
  return 0;
}
