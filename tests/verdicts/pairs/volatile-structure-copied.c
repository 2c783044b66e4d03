// plain: unsafe
// twin: safe
// A copy of a whole structure reads its volatile members too: nobody else writes it in the twin.
extern void reach_error(void);
struct pair { int a, b; };
#ifdef TWIN
struct pair device;
#else
volatile struct pair device;
#endif
int main(void) {
  struct pair seen = device;
  if (seen.a == 12345) reach_error();
  return 0;
}
