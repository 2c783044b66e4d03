extern void reach_error(void);
static int s = 0; void cb(void) { s = 1; } void f(void (*c)(void)); int main(void){ f(cb); if (s) reach_error(); return 0; }
