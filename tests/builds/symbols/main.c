#include <assert.h>

int first(int x);
extern const int limit;

int main(int argc, char **argv) {
  assert(first(argc & 7) < limit);
  return 0;
}
