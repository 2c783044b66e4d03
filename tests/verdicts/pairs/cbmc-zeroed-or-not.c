// plain: unsafe
// twin: safe
// What stands before the comparison of bytes and is no range counts.
struct block {
  char bytes[256];
} x;
int main(void) {
  _Bool skip = 0;
  x.bytes[7] = 1;
#ifdef TWIN
  skip = 1;
#endif
  __CPROVER_assert(__CPROVER_forall { unsigned char i; skip || ((char *)&x)[i] == 0 }, "zero, or skipped");
  return 0;
}
