extern void reach_error(void);
void f(int *p); void h(void); int main(void){ int x = 0, y = 1; f(&x); h(); if (y != 1) reach_error(); return 0; }
