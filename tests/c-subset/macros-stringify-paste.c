// expect: exit 0
// expect: output N 5 "q\n" + 'x' 3
int printf(const char *, ...);
#define TEXT(x) #x
#define EXPAND(x) TEXT(x)
#define JOIN(a, b) a##b
#define N 5
int main(void) { int JOIN(ab, c) = 3; printf("%s %s %s %d\n", TEXT(N), EXPAND(N), TEXT("q\n" + 'x'), abc); return 0; }
