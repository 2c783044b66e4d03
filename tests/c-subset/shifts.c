// expect: exit 0
// expect: output -4 1073741824 2 9223372036854775808
int printf(const char *, ...);
int main(void) {
  int n = -16; unsigned u = 0x80000001u; unsigned long long w = 1;
  printf("%d %u %u %llu\n", n >> 2, u >> 1, u << 1, w << 63);
  return 0;
}
