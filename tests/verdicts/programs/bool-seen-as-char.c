// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
_Bool flags[4];
int main(void) { for (int i = 0; i < 4; i++) flags[i] = i & 1; char *p = (char *)&flags[2]; *p = 6; CHECK(*p == 6 && flags[1] == 1); return 0; }
