// expect: exit 0
// expect: output 7 9 5
int printf(const char *, ...);
struct p { int x, y; };
int length(struct p *p) { return p->x + p->y; }
int main(void) { int *a = (int[]){1, 2, 3}; a[0] = 9; printf("%d %d %d\n", length(&(struct p){3, 4}), a[0], ((struct p){.y = 5}).y); return 0; }
