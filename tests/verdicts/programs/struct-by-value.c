// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
struct s { int a[2]; short h; }; struct s swap(struct s x) { int t = x.a[0]; x.a[0] = x.a[1]; x.a[1] = t; x.h++; return x; }
int main(void) { struct s s = {{1, 2}, 32767}, t = swap(s); CHECK(s.a[0] == 1 && t.a[0] == 2 && t.a[1] == 1 && t.h == -32768); return 0; }
