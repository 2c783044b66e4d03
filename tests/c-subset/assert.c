// expect: error "assert"
#include <assert.h>
int main(void) { int x = 3; assert(x == 3); assert(x == 4); return 0; }
