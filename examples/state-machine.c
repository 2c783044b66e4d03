// A connection as a state machine with a table of handlers.
//
// To be proved: data flows only while the connection is established, every open is matched by at most one close, and
// the machine never leaves its states, whatever events arrive.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum state { CLOSED, OPENING, ESTABLISHED, CLOSING, STATES };
enum event { OPEN, ACCEPT, DATA, CLOSE, EVENTS };

static int opened, closed;

static enum state on_closed(enum event event) {
  if (event != OPEN)
    return CLOSED;
  opened++;
  return OPENING;
}

static enum state on_opening(enum event event) {
  switch (event) {
  case ACCEPT:
    return ESTABLISHED;
  case CLOSE:
    return CLOSING;
  default:
    return OPENING;
  }
}

static enum state on_established(enum event event) {
  return event == CLOSE ? CLOSING : ESTABLISHED;
}

static enum state on_closing(enum event event) {
  (void)event;
  closed++;
  return CLOSED;
}

static enum state (*const handlers[STATES])(enum event) = {on_closed, on_opening, on_established, on_closing};

int main(void) {
  enum state state = CLOSED;
  for (int step = 0; step < 1000; step++) {
    int event = __VERIFIER_nondet_int();
    if (event < 0 || event >= EVENTS)
      continue;
    enum state next = handlers[state]((enum event)event);
    if (event == DATA && next == ESTABLISHED)
      assert(state == ESTABLISHED);
    state = next;
    assert(state < STATES);
    assert(closed <= opened && opened - closed <= 1);
  }
  return 0;
}
