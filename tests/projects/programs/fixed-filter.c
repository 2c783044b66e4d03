/*
 * Filters in fixed point (Q15): a low pass of sixteen taps, a filter of the second order, a meter of the peak, over as many samples as come.
 *
 * sample: 1 100 1 -100 1 32767 1 -32768 1 0
 * sample: 1 1000 2 1 2000 3 5 1 -1 0
 * sample: 1 32767 1 32767 1 32767 1 32767 1 32767 1 32767 1 32767 1 32767 1 32767 1 32767 1 32767 1 32767 1 32767 0
 * bug 1 overflow: the sum of the products of the low pass is kept in 32 bits without room for all sixteen at their most
 * witness: 1 32767 1 -32768 1 -32768 1 -32768 1 -32768 1 -32768 1 -32768 1 -32768 1 -32768 1 -32768 1 -32768 1 -32768 1 -32768 1 -32768 1 -32768 1 32767
 * bug 2 bounds: rewound to the very start, the place of the next sample is behind the line
 * witness: 1 5 3 1 1 7
 * bug 3 assert: the least sample has no opposite in 16 bits, and the peak is negative
 * witness: 1 -32768
 */
#include <assert.h>
#include <stdint.h>

short __VERIFIER_nondet_short(void);
unsigned char __VERIFIER_nondet_uchar(void);

#define TAPS 16
#define ONE 32768

static int16_t saturate(int32_t value) {
  if (value > 32767) return 32767;
  if (value < -32768) return -32768;
  return (int16_t)value;
}

struct low_pass {
  int16_t line[TAPS];
  int at;
};

static const int16_t taps[TAPS] = {-600, 500, 1475, 2700, 4300, 6150, 8110, 9830, 9830, 8110, 6150, 4300, 2700, 1475, 500, -600};

static void low_pass_init(struct low_pass *f) {
  int i;
  for (i = 0; i < TAPS; i++) f->line[i] = 0;
  f->at = 0;
}

static int16_t low_pass_step(struct low_pass *f, int16_t sample) {
#if BUG == 1
  int32_t sum = 0;
#else
  int64_t sum = 0;
#endif
  int i;
  int from;
  f->line[f->at] = sample;
  from = f->at;
  for (i = 0; i < TAPS; i++) {
    sum += (int32_t)f->line[from] * taps[i];
    from = from == 0 ? TAPS - 1 : from - 1;
  }
  f->at++;
  if (f->at == TAPS) f->at = 0;
  return saturate((int32_t)(sum / (2 * ONE)));
}

/* Forgets the newest samples, at most as many as there is room for. */
static void low_pass_rewind(struct low_pass *f, int count) {
  if (count > TAPS) return;
  f->at += TAPS - count;
#if BUG == 2
  if (f->at > TAPS) f->at -= TAPS;
#else
  if (f->at >= TAPS) f->at -= TAPS;
#endif
}

struct second_order {
  int32_t b0, b1, b2, a1, a2;
  int16_t x1, x2, y1, y2;
};

static void second_order_init(struct second_order *f) {
  f->b0 = 6712;
  f->b1 = 13424;
  f->b2 = 6712;
  f->a1 = -12382;
  f->a2 = 6462;
  f->x1 = f->x2 = f->y1 = f->y2 = 0;
}

static int16_t second_order_step(struct second_order *f, int16_t sample) {
  int64_t sum = (int64_t)f->b0 * sample + (int64_t)f->b1 * f->x1 + (int64_t)f->b2 * f->x2;
  int16_t y;
  sum -= (int64_t)f->a1 * f->y1 + (int64_t)f->a2 * f->y2;
  sum /= ONE;
  if (sum > 32767) sum = 32767;
  if (sum < -32768) sum = -32768;
  y = (int16_t)sum;
  f->x2 = f->x1;
  f->x1 = sample;
  f->y2 = f->y1;
  f->y1 = y;
  return y;
}

struct meter {
  int16_t peak;
  int hold;
};

#define HOLD 48

static int16_t absolute(int16_t value) {
#if BUG == 3
  return (int16_t)(value < 0 ? -value : value);
#else
  return value == -32768 ? 32767 : (int16_t)(value < 0 ? -value : value);
#endif
}

/* The peak is held for a while and then falls by an eighth. */
static void meter_step(struct meter *m, int16_t sample) {
  int16_t level = absolute(sample);
  assert(level >= 0);
  if (level >= m->peak) {
    m->peak = level;
    m->hold = HOLD;
  } else if (m->hold > 0) {
    m->hold--;
  } else {
    m->peak = (int16_t)(m->peak - m->peak / 8);
  }
}

int main(void) {
  struct low_pass low;
  struct second_order second;
  struct meter meter = {0, 0};
  int more = 1;
  low_pass_init(&low);
  second_order_init(&second);
  while (more) {
    switch (__VERIFIER_nondet_uchar()) {
      case 1: {
        int16_t sample = __VERIFIER_nondet_short();
        int16_t smooth = low_pass_step(&low, sample);
        second_order_step(&second, smooth);
        meter_step(&meter, sample);
        break;
      }
      case 2:
        low_pass_init(&low);
        break;
      case 3:
        low_pass_rewind(&low, __VERIFIER_nondet_uchar());
        break;
      default:
        more = 0;
        break;
    }
    assert(meter.peak >= 0);
    assert(meter.hold >= 0 && meter.hold <= HOLD);
  }
  return meter.peak > 1000;
}
