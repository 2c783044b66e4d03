// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
struct s { int x; int y; short z; } s;
int main(void) { int *p = &s.x; s.y = 3; p = p + 1; *p = 9; p = (int *)((char *)p - 4); *p = 4; CHECK(s.y == 9 && s.x == 4); return 0; }
