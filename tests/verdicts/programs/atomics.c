// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int g = 5;
int main(void) { int a = __sync_fetch_and_add(&g, 3); int b = __sync_add_and_fetch(&g, 1); int c = __sync_bool_compare_and_swap(&g, 9, 20); CHECK(a == 5 && b == 9 && c == 1 && g == 20); return 0; }
