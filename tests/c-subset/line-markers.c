// expect: exit 0
// expect: output 4
# 1 "original.c"
int printf(const char *, ...);
# 10 "header.h" 1 3 4
typedef unsigned long size_type;
# 3 "original.c" 2
int main(void) { size_type s = 4; printf("%d\n", (int)s); return 0; }
