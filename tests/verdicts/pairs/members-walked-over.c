// plain: unsafe
// twin: safe
// A pointer to characters that goes on behind the member it started in; the twin stays in it.
extern void reach_error(void);
struct { char name[8]; int value; } s;
int main(void) {
  char *p = s.name;
#ifdef TWIN
  for (unsigned i = 0; i < sizeof s.name; i++) *p++ = 1;
#else
  for (unsigned i = 0; i < sizeof s; i++) *p++ = 1;
#endif
  if (s.value != 0) reach_error();
  return 0;
}
