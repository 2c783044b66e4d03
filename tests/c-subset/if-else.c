// expect: exit 0
// expect: output -1 0 1
int printf(const char *, ...);
int classify(int n) { if (n < 0) return -1; else if (n == 0) return 0; return 1; }
int main(void) { printf("%d %d %d\n", classify(-5), classify(0), classify(9)); return 0; }
