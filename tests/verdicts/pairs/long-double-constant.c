// plain: unsafe
// twin: safe
// A long double constant has more digits than the double next to it.
extern void reach_error(void);
#ifdef TWIN
long double a = 0.5L;
double b = 0.5;
#else
long double a = 0.1L;
double b = 0.1;
#endif
int main(void) {
  if (a != b) reach_error();
  return 0;
}
