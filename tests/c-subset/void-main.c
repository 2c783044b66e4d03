// expect: exit 4
// expect: output ran
int printf(const char *, ...);
void main(void) { printf("ran\n"); }
