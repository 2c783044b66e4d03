// options: --signed-overflow assume-none
// expect: error "overflow"
int main(void) { int x = -2147483647 - 1, y = -1; return x % y; }
