// expect: exit 0
// expect: output 2 3 5 2.5
int printf(const char *, ...);
int main(void) { short s = 3; __typeof__(s) t = s; typeof(int *) p = &(int){5}; __auto_type a = 2.5; printf("%d %d %d %.1f\n", (int)sizeof t, t, *p, a); return 0; }
