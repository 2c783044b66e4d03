// expect: exit 0
// expect: output 5
int main(void) { int x = later(4); printf("%d\n", x); return 0; }
int later(int n) { return n + 1; }
