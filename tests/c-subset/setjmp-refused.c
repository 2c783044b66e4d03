// expect: unsupported "setjmp"
#include <setjmp.h>
jmp_buf b;
int main(void) { if (setjmp(b)) return 1; longjmp(b, 1); }
