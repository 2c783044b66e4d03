// An attribute raises and lowers the alignment of an object; a member has that of its place, not that of its type.
// plain: safe
// twin: unsafe
// solved: default
#include <stdint.h>
extern void reach_error(void);
struct __attribute__((packed)) header {
  char kind;
  double length;
};
char before = 1;
int low __attribute__((aligned(1)));
int high __attribute__((aligned(32)));
struct header header;
int main(void) {
  if (__alignof__(low) != 1 || __alignof__(high) != 32 || __alignof__(header.length) != 1) reach_error();
#ifdef TWIN
  if ((uintptr_t)&low % 4 != 0 && before == 1) reach_error();
#else
  if ((uintptr_t)&high % 32 != 0) reach_error();
#endif
  return 0;
}
