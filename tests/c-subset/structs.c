// expect: exit 0
// expect: output 27 126 10 3
int printf(const char *, ...);
struct inner { short a; char b; }; struct outer { int n; struct inner i; struct inner list[2]; };
struct outer make(int n) { struct outer o = {n, {1, 2}, {{3, 4}, {5, 6}}}; return o; }
int total(struct outer o) { o.n *= 2; return o.n + o.i.a + o.list[1].b; }
int main(void) {
  struct outer a = make(10), b; struct outer *p = &b;
  b = a; p->i.a = 100;
  printf("%d %d %d %d\n", total(a), total(b), a.n, make(3).list[0].a);
  return 0;
}
