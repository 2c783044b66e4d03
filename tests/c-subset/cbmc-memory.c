// expect: exit 0
// expect: output 1 1 0 0 1
// expect: output 12 5 7 7
// expect: output 1 0 1 1
int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
struct pair { long a; int b; };
int main(void) {
  char *p = malloc(12);
  struct pair x;
  printf("%d %d %d %d %d\n", __CPROVER_r_ok(p, 12), __CPROVER_w_ok(p + 4, 8), __CPROVER_rw_ok(p + 4, 9),
         __CPROVER_r_ok((char *)0, 1), __CPROVER_r_ok(&x));
  __CPROVER_size_t size = __CPROVER_OBJECT_SIZE(p + 3);
  __CPROVER_ssize_t offset = __CPROVER_POINTER_OFFSET(p + 5);
  __CPROVER_bool same = __CPROVER_same_object(p, p + 12);
  printf("%d %d %d %d\n", (int)size, (int)offset, (int)(size - offset), 6 + same);
  printf("%d %d %d", __CPROVER_same_object(p, p + 1), __CPROVER_same_object(p, &x),
         __CPROVER_POINTER_OBJECT(&x.a) == __CPROVER_POINTER_OBJECT(&x.b));
  free(p);
  printf(" %d\n", !__CPROVER_r_ok(p, 1));
  return 0;
}
