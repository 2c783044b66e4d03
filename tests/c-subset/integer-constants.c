// expect: exit 0
// expect: output 127 15 5 4294967295 4294967296 8
int printf(const char *, ...);
int main(void) { printf("%d %d %d %u %lld %d\n", 0x7f, 017, 0b101, 0xffffffff, 4294967296, (int)sizeof(2147483648)); return 0; }
