// expect: exit 0
// expect: output 1 1
int printf(const char *, ...);
struct s { unsigned narrow : 5; unsigned full : 32; };
int main(void) { struct s v = {0, 0}; printf("%d %d\n", v.narrow - 1 < 0, v.full - 1 > 0); return 0; }
