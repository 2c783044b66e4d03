// error where the check holds: never safe
// error where it fails: never safe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
struct s { int *p; }; void fill(struct s *s);
int main(void) { int x = 3; struct s s = {&x}; fill(&s); CHECK(x == 3); return 0; }
