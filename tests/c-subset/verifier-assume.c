// expect: ends "assume"
// expect: output past
void __VERIFIER_assume(int); int printf(const char *, ...);
int main(void) { __VERIFIER_assume(1); printf("past\n"); __VERIFIER_assume(0); printf("never\n"); return 0; }
