// expect: exit 0
// expect: output 1 8 1 main 8 main
int printf(const char *, ...);
int main(void) { printf("%d %d %d %s %d %s\n", __STDC__, __CHAR_BIT__, __INT_MAX__ == 2147483647, __func__, (int)sizeof(__SIZE_TYPE__), __FUNCTION__); return 0; }
