// expect: error "__VERIFIER_error"
extern void __VERIFIER_error(void);
int main(void) { __VERIFIER_error(); return 0; }
