// plain: unsafe
// twin: safe
// A handler by another name than signal.
#include <signal.h>
#include <string.h>
extern void reach_error(void);
static volatile sig_atomic_t hit;
static int other;
static void handle(int number) { hit = number; }
int main(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handle;
  sigaction(SIGUSR1, &action, 0);
  raise(SIGUSR1);
#ifdef TWIN
  if (other == SIGUSR1) reach_error();
#else
  if (hit == SIGUSR1) reach_error();
#endif
  return 0;
}
