// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { char c = 200; signed char d = (signed char)0x80; unsigned char u = 200; CHECK(c < 0 && d == -128 && u == 200 && (c & 0xff) == u && c != u); return 0; }
