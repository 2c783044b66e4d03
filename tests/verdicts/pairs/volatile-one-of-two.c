// plain: safe
// twin: unsafe
// solved: default
// One pointer, two objects: the ordinary one keeps what was stored.
extern void reach_error(void);
static int get(volatile int *p) { return *p; }
int main(void) {
  volatile int device = 3;
  int plain = 5;
  int seen = get(&device);
#ifdef TWIN
  if (seen == 7) reach_error();
#else
  if (get(&plain) != 5) reach_error();
#endif
  return 0;
}
