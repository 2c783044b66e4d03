#include <assert.h>
#include <fnmatch.h>
#include <sys/un.h>

int main(void) {
  struct sockaddr_un address;
  assert(FNM_NOMATCH == 1);
  assert(sizeof address.sun_path < 108);
  return 0;
}
