// expect: exit 0
// expect: output 5 8 2 3 5 4 0
int printf(const char *, ...);
struct p { int x, y, z[3]; };
int main(void) {
  int a[] = {[3] = 7, 8, [1] = 2}; struct p v = {.y = 2, .z[1] = 5, .x = 1}; int r[6] = {[1 ... 3] = 4};
  printf("%d %d %d %d %d %d %d\n", (int)(sizeof a / sizeof *a), a[4], a[1], v.x + v.y, v.z[1], r[3], r[4]);
  return 0;
}
