// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int m[2][3];
int main(void) { int (*row)[3] = m; int *flat = &m[0][0]; row[1][0] = 4; flat[4] = 5; m[1][2] = 6; CHECK(flat[3] == 4 && m[1][1] == 5 && *(flat + 5) == 6); return 0; }
