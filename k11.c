extern void reach_error(void);
extern int x; void f(void); int main(void){ x = 1; f(); if (x != 1) reach_error(); return 0; }
