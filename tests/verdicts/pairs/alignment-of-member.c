// A structure at the wrong place has its members at wrong places.
// plain: unsafe
// twin: safe
// options: --check alignment
#include <stdlib.h>
struct pair {
  short first;
  long second;
};
int main(void) {
  char *memory = calloc(3, sizeof(struct pair));
#ifdef TWIN
  struct pair *pair = (struct pair *)(memory + sizeof(struct pair));
#else
  struct pair *pair = (struct pair *)(memory + sizeof(struct pair) / 2 + 2);
#endif
  pair->second = 1;
  long read = pair->second;
  free(memory);
  return read != 1;
}
