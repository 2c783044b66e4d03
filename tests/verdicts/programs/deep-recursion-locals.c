// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int next = 77;
int down(int n, int *up) { int own = n; int pad[3] = {n, n, n}; if (n > 0) down(n - 1, &own); *up += own + pad[1]; next += 0; return own; }
int main(void) { int t = 0; down(8, &t); CHECK(t == 8 + 8 + 7 + 7 + 6 + 6 + 5 + 5 + 4 + 4 + 3 + 3 + 2 + 2 + 1 + 1 && next == 77); return 0; }
