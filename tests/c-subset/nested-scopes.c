// expect: exit 0
// expect: output 110
int printf(const char *, ...);
int x = 1;
int main(void) { int s = x; int x = 2; s += x; { int x = 3; s += x; { extern int x; s += x * 100; } } for (int x = 4; x < 5; x++) s += x; printf("%d\n", s); return 0; }
