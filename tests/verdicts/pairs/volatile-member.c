// plain: safe
// twin: unsafe
// solved: default
// A volatile member makes its own bytes volatile, not its neighbours', in every element of an array.
extern void reach_error(void);
struct port { int mode; volatile int data; } ports[3];
int main(void) {
  volatile struct port *p = &ports[1];
  p->mode = 3;
  p->data = 4;
#ifdef TWIN
  if (p->data != 4) reach_error();
#else
  if (p->mode != 3) reach_error();
#endif
  return 0;
}
