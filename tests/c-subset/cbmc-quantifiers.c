// expect: exit 0
// expect: output 1 0 1 0
// expect: output 1 1 0 1
// expect: output 1 1 0 1
// expect: output 1 0 1 0
int printf(const char *, ...);
struct mixed { char a; long b; float c; _Bool d; char *e; };
int main(void) {
  int a[5] = {1, 2, 3, 4, 5};
  static struct mixed zero, other;
  other.e = (char *)a;
  volatile int count = 5;
  int n = count;
  // Constant bounds.
  printf("%d %d %d %d\n", __CPROVER_forall { int i; (0 <= i && i < 5) ==> a[i] == i + 1 },
         __CPROVER_forall { int i; (0 <= i && i < 5) ==> a[i] < 5 },
         __CPROVER_exists { int i; i >= 0 && 5 > i && a[i] == 4 }, __CPROVER_exists { int i; 0 <= i && i < 5 && a[i] == 6 });
  // Computed bounds, and an empty range.
  printf("%d %d %d %d\n", __CPROVER_forall { int i; (0 <= i && i < n) ==> a[i] > 0 },
         __CPROVER_forall { unsigned i; (n <= i && i < 5) ==> 0 }, __CPROVER_exists { int i; n < i && i <= n && 1 },
         __CPROVER_forall { int i; (0 <= i && i < n) ==> __CPROVER_exists { int k; 0 <= k && k < n && a[k] == i + 1 } });
  // No bounds: all values of the type; an implication holds wherever its left side does not.
  printf("%d %d %d %d\n", __CPROVER_forall { unsigned char c; c < 300 ==> c <= 255 },
         __CPROVER_exists { int i; (0 <= i && i < 5) ==> a[i] == 9 },
         __CPROVER_forall { int i; (i >= -2 && i < (unsigned long)4) ==> i < 3 }, 0 ==> 1 ==> 0);
  // All bytes of an object.
  printf("%d %d %d %d\n",
         __CPROVER_forall { int i; (i >= 0 && i < sizeof(zero)) ==> ((const unsigned char *)&zero)[i] == 0 },
         __CPROVER_forall { int i; (i >= 0 && i < sizeof(other)) ==> ((const unsigned char *)&other)[i] == 0 },
         zero == zero, zero == other);
  return 0;
}
