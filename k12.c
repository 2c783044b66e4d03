extern void reach_error(void);
int g = 1; void f(const int *p); int main(void){ int y = 1; f(&y); if (y != 1) reach_error(); return 0; }
