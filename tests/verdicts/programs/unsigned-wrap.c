// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { unsigned a = 3, b = 5; unsigned char c = 250; c += 10; CHECK(a - b > 100u && c == 4 && -1 > 1u && (long)-1 < 1 && (unsigned short)-1 > -1); return 0; }
