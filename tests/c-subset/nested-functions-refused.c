// expect: diagnostic "nested function"
int main(void) { int x = 1; int inner(int y) { return x + y; } return inner(2); }
