// expect: exit 0
// expect: output int double other
int printf(const char *, ...);
#define NAME(x) _Generic((x), int: "int", double: "double", default: "other")
int main(void) { printf("%s %s %s\n", NAME(1), NAME(1.0), NAME('a' + 0L)); return 0; }
