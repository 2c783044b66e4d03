// expect: exit 0
// expect: output 2 1
int printf(const char *, ...);
int main(void) { int a[2] = {1, 2}; void *p = a; p += 4; printf("%d %d\n", *(int *)p, (int)sizeof(void)); return 0; }
