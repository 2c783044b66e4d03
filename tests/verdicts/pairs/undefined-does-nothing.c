// plain: unsafe
// twin: safe
// A function without arguments is assumed to do nothing; one that does not return ends the program.
extern void reach_error(void);
#ifdef TWIN
__attribute__((noreturn))
#endif
extern void log_it(void);

int main(void) {
  log_it();
  reach_error();
  return 0;
}
