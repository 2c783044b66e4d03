// plain: safe
// twin: unsafe
// options: --check bounds,overflow
// solved: default
// A filter over a circular line of samples: its index goes round in a member, its sum is of sixteen products. The twin goes round too
// late after a step back.
#include <stdint.h>
extern short __VERIFIER_nondet_short(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define TAPS 16
static const int16_t taps[TAPS] = {-600, 500, 1475, 2700, 4300, 6150, 8110, 9830, 9830, 8110, 6150, 4300, 2700, 1475, 500, -600};
struct filter {
  int16_t line[TAPS];
  int at;
};
static int64_t step(struct filter *f, int16_t sample) {
  int64_t sum = 0;
  int i, from = f->at;
  f->line[f->at] = sample;
  for (i = 0; i < TAPS; i++) {
    sum += (int32_t)f->line[from] * taps[i];
    from = from == 0 ? TAPS - 1 : from - 1;
  }
  f->at++;
  if (f->at == TAPS) f->at = 0;
  return sum;
}
static void back(struct filter *f, int count) {
  if (count > TAPS) return;
  f->at += TAPS - count;
#ifdef TWIN
  if (f->at > TAPS) f->at -= TAPS;
#else
  if (f->at >= TAPS) f->at -= TAPS;
#endif
}
int main(void) {
  struct filter filter = {{0}, 0};
  int loud = 0;
  unsigned char command;
  while ((command = __VERIFIER_nondet_uchar()) != 0) {
    if (command == 1) loud = step(&filter, __VERIFIER_nondet_short()) > 1000000;
    else if (command == 2) back(&filter, __VERIFIER_nondet_uchar());
  }
  return loud;
}
