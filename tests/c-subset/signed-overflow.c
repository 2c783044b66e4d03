// options: --signed-overflow assume-none
// expect: error "overflow"
int main(void) { int x = 2147483647; x = x + 1; return x; }
