extern void reach_error(void);
static int counter; void f(int); int main(void){ int i; for (i = 0; i < 3; i++) { counter = i; f(counter); } if (counter != 2) reach_error(); return 0; }
