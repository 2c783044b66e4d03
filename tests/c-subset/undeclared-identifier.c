// expect: diagnostic "missing"
int main(void) { return missing; }
