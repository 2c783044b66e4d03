#include "level.h"

int level(int n) {
  return n % (LEVELS + 1);
}
