// never: safe
// A loop that is entered at two places, of which neither dominates the other.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 0, y = 0;
  if (__VERIFIER_nondet_int())
    goto b;
a:
  x++;
  if (x > 5)
    goto end;
b:
  y++;
  if (y < 4)
    goto a;
  if (x < 3)
    goto b;
  goto a;
end:
  if (x == 6 && y == 6)
    reach_error();
  return 0;
}
