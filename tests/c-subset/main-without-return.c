// expect: exit 0
// expect: output done
int printf(const char *, ...);
int main(void) { printf("done\n"); }
