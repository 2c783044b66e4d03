// inputs: 7,-3,1
// expect: exit 0
// expect: output 7 -3 1
int __VERIFIER_nondet_int(void); _Bool __VERIFIER_nondet_bool(void); int printf(const char *, ...); extern int unknown(void);
int main(void) { int a = __VERIFIER_nondet_int(), b = unknown(); _Bool c = __VERIFIER_nondet_bool(); printf("%d %d %d\n", a, b, c); return 0; }
