// expect: exit 0
// expect: output 44 3f800000 4
int printf(const char *, ...);
union view { unsigned word; unsigned char bytes[4]; float real; };
int main(void) {
  union view v; v.word = 0x11223344; int first = v.bytes[0]; v.real = 1.0f;
  printf("%x %x %d\n", first, v.word, (int)sizeof v);
  return 0;
}
