// expect: exit 0
// expect: output 0 6 -2 12
int printf(const char *, ...);
enum colour { RED, GREEN = 5, BLUE, BACK = -2 };
int main(void) { enum colour c = BLUE; enum { LOCAL = BLUE * 2 }; printf("%d %d %d %d\n", RED, c, BACK, LOCAL); return 0; }
