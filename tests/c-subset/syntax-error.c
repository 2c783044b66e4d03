// expect: diagnostic "expected"
int main(void) { int x = ; return x; }
