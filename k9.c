extern void reach_error(void);
static void bad(void) { reach_error(); } struct o { void (*c)(void); }; void f(struct o *p); int main(void){ struct o x = { bad }; f(&x); return 0; }
