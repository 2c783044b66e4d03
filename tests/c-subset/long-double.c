// expect: exit 0
// expect: output 6 1
int printf(const char *, ...);
int main(void) { long double x = 1.5L; x *= 4; printf("%d %d\n", (int)x, x == 6.0L); return 0; }
