// expect: exit 0
// expect: output 1 1
int printf(const char *, ...);
#define A 3
#if defined(A) && A > 2 && !defined B
#define R 1
#elif 1
#define R 2
#else
#error not here
#endif
#ifdef B
int broken(
#endif
#if 0
#error also not here
#endif
int main(void) { printf("%d %d\n", R, __LINE__ > 10); return 0; }
