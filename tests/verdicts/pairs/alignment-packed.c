// A member of a packed structure is where it is; a pointer to it is one to an aligned int.
// plain: safe
// twin: unsafe
// options: --check alignment
// solved: default
#include <stdlib.h>
struct __attribute__((packed)) header {
  char kind;
  int length;
};
int main(void) {
  struct header *header = malloc(sizeof *header);
#ifdef TWIN
  int *length = (int *)((char *)header + 1);
  *length = 7;
#else
  header->length = 7;
#endif
  free(header);
  return 0;
}
