/* A state machine: moves between floors as inputs ask, and never beyond them. */
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

enum state { IDLE, UP, DOWN, OPEN };

int main(void) {
  enum state state = IDLE;
  int floor = 0, wanted = 0, open = 0;
  while (1) {
    switch (state) {
      case IDLE:
        wanted = __VERIFIER_nondet_uchar() & 7;
        state = wanted > floor ? UP : wanted < floor ? DOWN : OPEN;
        break;
      case UP:
        floor++;
        if (floor == wanted) state = OPEN;
        break;
      case DOWN:
        floor--;
        if (floor == wanted) state = OPEN;
        break;
      case OPEN:
        open++;
        state = IDLE;
        break;
    }
    if (floor < 0 || floor > 7 || open < 0) reach_error();
  }
}
