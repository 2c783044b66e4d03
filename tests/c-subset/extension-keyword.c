// expect: exit 0
// expect: output 6
int printf(const char *, ...);
__extension__ typedef long long big;
int main(void) { big b = __extension__ 3LL; __const int c = 1; __volatile__ int d = 2; printf("%d\n", (int)b + c + d); return 0; }
