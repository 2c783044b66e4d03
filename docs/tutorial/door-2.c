/* A door with a motor, a limit switch and a button. The button interrupts the main loop wherever it says so. */
#include <assert.h>

enum state { CLOSED, OPENING, OPEN, CLOSING };

static enum state state = CLOSED;
static int motor = 0;           /* 1 opens, -1 closes, 0 stands still */
static int pressed = 0;         /* set by the interrupt, cleared by the main loop */

static void button_interrupt(void) {
  pressed = 1;
  if (state == CLOSING) {
    motor = 1;
    state = OPENING;
  }
}

extern int __VERIFIER_nondet_int(void);

static int limit_switch(void) { return __VERIFIER_nondet_int(); }

static void interrupts(void) {
  if (__VERIFIER_nondet_int()) button_interrupt();
}

static void step(void) {
  switch (state) {
    case CLOSED:
      if (pressed) { state = OPENING; interrupts(); motor = 1; pressed = 0; }
      break;
    case OPENING:
      if (limit_switch()) { state = OPEN; interrupts(); motor = 0; }
      break;
    case OPEN:
      if (pressed) { motor = -1; interrupts(); state = CLOSING; pressed = 0; }
      break;
    case CLOSING:
      if (limit_switch()) {
        state = CLOSED;
        interrupts();
        motor = 0;
      }
      break;
  }
}

int main(void) {
  for (;;) {
    interrupts();
    step();
    assert(state != OPENING || motor == 1);
    assert(state != CLOSING || motor == -1);
    assert((state != OPEN && state != CLOSED) || motor == 0);
  }
}
