extern void reach_error(void);
static int s = 0; void setter(void) { s = 1; } void f(void); int main(void){ f(); if (s) reach_error(); return 0; }
