extern void reach_error(void);
int g = 1; int *f(void); int main(void){ int *p = f(); *p = 5; if (g != 1) reach_error(); return 0; }
