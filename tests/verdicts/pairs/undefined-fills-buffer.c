// plain: unsafe
// twin: safe
// solved: default
// A buffer may be filled as a whole, its neighbour not.
extern void reach_error(void);
extern int read_into(char *buffer, unsigned size);

int main(void) {
  char other[8] = "abcdefg";
  char buffer[8] = "hijklmn";
  read_into(buffer, sizeof buffer);
#ifdef TWIN
  if (other[6] == 'Z')
#else
  if (buffer[6] == 'Z')
#endif
    reach_error();
  return 0;
}
