// expect: exit 0
// expect: output 1 7 458753
int printf(const char *, ...);
struct s { int kind; union { int i; struct { short low, high; }; }; };
int main(void) { struct s v = {1, {0x00020001}}; v.high += 5; printf("%d %d %d\n", v.low, v.high, v.i); return 0; }
