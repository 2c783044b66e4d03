// expect: diagnostic "not configured"
#error not configured
int main(void) { return 0; }
