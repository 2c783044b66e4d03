// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
struct n { struct n *self; int v; } n;
int main(void) { n.self = &n; n.v = 1; n.self->self->v = 6; *n.self = (struct n){&n, n.v + 1}; CHECK(n.v == 7); return 0; }
