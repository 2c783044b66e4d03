extern void reach_error(void);
void f(int *p); void h(void); int main(void){ int x = 0; f(&x); x = 1; h(); if (x != 1) reach_error(); return 0; }
