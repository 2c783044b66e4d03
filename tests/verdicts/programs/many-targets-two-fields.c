// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
struct s { int x, y; } s[3]; int a, b, c, d;
int main(void) { int i = 1, j = 1; int *p = &s[0].x; for (int k = 0; k < 3; k++) { s[k].x = 2; s[k].y = 5 + k; }
  int *q = &s[i].x; if (j == 2) p = &a; else if (j == 3) p = &b; else if (j == 4) p = &c; else if (j == 5) p = &d; else if (j == 6) p = q; else p = &s[i].y;
  CHECK(*p == 6); *p = 9; CHECK(s[1].y == 9 && s[1].x == 2); return 0; }
