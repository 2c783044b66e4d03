// expect: exit 0
// expect: output -56 1
int printf(const char *, ...);
int main(void) { char c = (char)200; printf("%d %d\n", c, c < 0); return 0; }
