/* Paths through the second loop are long, and every step of them wraps: terms get deep, choices many. */
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
struct {
  unsigned char x;
  signed char y;
} s = {255, 0};

int main(void) {
  while (1) {
    int n = __VERIFIER_nondet_int() & 3;
    if (!(100 >= s.x))
      goto l0;
    s.y += 3;
    s.x++;
    s.y = (s.x - n) < s.x ? 7 : s.y;
  }
l0:;
  while (1) {
    int n = __VERIFIER_nondet_int() & 3;
    if (!((unsigned)s.x > 5u))
      goto l1;
    s.y -= 7;
    if (-5 <= s.x)
      s.x = s.x;
    else
      s.x = -128 + n;
    s.x += n;
  }
l1:;
  if (s.x == 1 && s.y == 79)
    reach_error();
}
