// expect: exit 0
// expect: output 20
int printf(const char *, ...);
#define ONE 1
#define TWO (ONE + ONE)
#define EMPTY
#undef ONE
#define ONE 10
int main(void) { printf("%d\n", TWO EMPTY); return 0; }
