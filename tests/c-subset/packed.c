// expect: exit 0
// expect: output 7 6 8 4
int printf(const char *, ...);
struct __attribute__((packed)) tight { char c; int i; short s; };
#pragma pack(push, 2)
struct two { char c; int i; };
#pragma pack(pop)
struct loose { char c; int i; };
int main(void) {
  struct tight t = {1, 0x01020304, 5};
  printf("%d %d %d %d\n", (int)sizeof t, (int)sizeof(struct two), (int)sizeof(struct loose), ((char *)&t)[1]);
  return 0;
}
