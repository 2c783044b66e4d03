// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
struct ops { int (*get)(void); struct ops *other; }; int one(void) { return 1; } int two(void) { return 2; }
struct ops a = {one, 0}, b = {two, &a};
int main(void) { struct ops *p = &b; p->other->get = p->get; a.other = &b; b.get = one; CHECK(a.get() == 2 && a.other->get() == 1); return 0; }
