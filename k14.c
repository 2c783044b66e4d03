extern void reach_error(void);
static int *q; void keep(int **pp); void f(void); int main(void){ static int z = 1; q = &z; keep(&q); f(); z = 1; f(); if (z != 1) reach_error(); return 0; }
