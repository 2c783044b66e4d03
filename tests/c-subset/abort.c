// expect: ends "abort"
// expect: output before
void abort(void); int printf(const char *, ...);
int main(void) { printf("before\n"); abort(); return 0; }
