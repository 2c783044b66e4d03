// plain: safe
// twin: unsafe
// solved: default
// A definition of the program's own wins over the library's.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int atoi(const char *text) { return text[0] == '7' ? 7 : -1; }
int main(void) {
  char text[2] = {0, 0};
  text[0] = (char)__VERIFIER_nondet_int();
#ifdef TWIN
  if (atoi(text) == 7) reach_error();
#else
  if (atoi(text) == 3) reach_error();
#endif
  return 0;
}
