// expect: exit 3
// expect: output before
void exit(int); int printf(const char *, ...);
int main(void) { printf("before\n"); exit(3); printf("after\n"); return 0; }
