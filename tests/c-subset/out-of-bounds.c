// expect: error "outside"
int main(void) { int a[4] = {0}; int i = 4; a[i] = 1; return a[0]; }
