// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { unsigned __int128 x = (unsigned __int128)1 << 100; x += 5; CHECK((unsigned)x == 5 && (unsigned)(x >> 98) == 4); return 0; }
