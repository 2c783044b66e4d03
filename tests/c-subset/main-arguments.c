// expect: exit 0
// expect: output 1
int printf(const char *, ...);
int main(int argc, char **argv) { printf("%d\n", argc < 2147483647); return 0; }
