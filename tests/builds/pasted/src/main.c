#include <assert.h>
#include "level.h"

int main(int argc, char **argv) {
  if (argc > 0 && argc < 5)
    assert(level(argc) < LEVELS);
  return 0;
}
