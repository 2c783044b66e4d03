// expect: exit 0
// expect: output 1 1 2 3
int printf(const char *, ...);
int pick(int n) { switch (n) { case 0 ... 9: return 1; case 10 ... 99: return 2; } return 3; }
int main(void) { printf("%d %d %d %d\n", pick(0), pick(9), pick(10), pick(100)); return 0; }
