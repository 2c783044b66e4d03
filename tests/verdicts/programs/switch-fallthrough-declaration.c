// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int f(int x) { int r = 0; switch (x) { int k; case 1: k = 4; r += k; case 2: r += 10; break; case 3: k = 7; r = k; default: r += 100; } return r; }
int main(void) { CHECK(f(1) == 14 && f(2) == 10 && f(3) == 107 && f(9) == 100); return 0; }
