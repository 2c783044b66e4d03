// expect: exit 0
// expect: output ran
int printf(const char *, ...);
void main(void) { printf("ran\n"); }
