// expect: error "shift"
int main(void) { int n = 40; return 1 << n; }
