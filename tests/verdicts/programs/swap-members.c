// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
struct p { int x, y; } a = {1, 2};
int main(void) { struct p *q = &a; *q = (struct p){q->y, q->x}; CHECK(a.x == 2 && a.y == 1); return 0; }
