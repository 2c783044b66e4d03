// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
struct link { struct link *next; }; struct item { int v; struct link l; };
int main(void) { struct item a = {1}, b = {2}; a.l.next = &b.l; struct item *p = (struct item *)((char *)a.l.next - (unsigned long)&((struct item *)0)->l); p->v = 7; CHECK(b.v == 7 && a.v == 1); return 0; }
