// plain: unsafe
// twin: safe
// solved: default
// An object that is defined elsewhere has any value at first.
extern void reach_error(void);
extern unsigned char level;

int main(void) {
#ifdef TWIN
  if (level > 255)
#else
  if (level == 17)
#endif
    reach_error();
  return 0;
}
