// expect: exit 0
// expect: output 4080 -6 -4086 5 4294967295 240
int printf(const char *, ...);
int main(void) {
  int a = -6, b = 0x0ff0; unsigned char c = 0x0f;
  printf("%d %d %d %d %u %d\n", a & b, a | b, a ^ b, ~a, ~0u, (unsigned char)~c);
  return 0;
}
