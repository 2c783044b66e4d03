#define LOW 0

static int clamp(int value, int high) {
  if (value < LOW)
    return LOW;
  return value > high ? high : value;
}
