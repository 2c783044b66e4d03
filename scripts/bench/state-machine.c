/* Four small machines and a channel, driven by the environment: some hundred thousand states, no violation. */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int producer = 0, consumer = 0, timer = 0, link = 0, queue = 0, errors = 0;
  while (1) {
    int event = __VERIFIER_nondet_int();
    if (event == 0) {
      producer = producer == 9 ? 0 : producer + 1;
    } else if (event == 1) {
      if (queue < 11)
        queue = queue + 1;
    } else if (event == 2) {
      if (queue > 0) {
        queue = queue - 1;
        consumer = consumer == 7 ? 0 : consumer + 1;
      }
    } else if (event == 3) {
      timer = timer == 5 ? 0 : timer + 1;
    } else {
      link = link == 3 ? 0 : link + 1;
    }
    if (queue > 11 || producer > 9 || consumer > 7 || timer > 5 || link > 3)
      errors = errors + 1;
    if (errors != 0)
      reach_error();
  }
}
