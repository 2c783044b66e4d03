// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
union u { unsigned w; unsigned char c[4]; short h[2]; } u;
int main(void) { u.w = 0x01020304; u.c[1] = 0xff; CHECK(u.w == 0x0102ff04 && u.h[0] == (short)0xff04); return 0; }
