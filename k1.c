extern void reach_error(void);
int g = 1; void f(void); int main(void){ f(); if (g != 1) reach_error(); return 0; }
