// expect: exit 0
// expect: output 1 7
int printf(const char *, ...);
void redirect(int **p, int *to) { *p = to; }
int main(void) { int a = 1, b = 2, *p = &a; redirect(&p, &b); *p = 7; printf("%d %d\n", a, b); return 0; }
