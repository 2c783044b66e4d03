// expect: exit 0
// expect: output 97 10 0 127 92 -1 24930
int printf(const char *, ...);
int main(void) { printf("%d %d %d %d %d %d %d\n", 'a', '\n', '\0', '\x7f', '\\', '\377', 'ab'); return 0; }
