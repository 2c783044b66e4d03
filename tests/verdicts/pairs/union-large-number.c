// plain: safe
// twin: unsafe
// options: --64
// A number of 64 bits where another element of the array holds an address: all its bits are read.
extern void reach_error(void);
#define READ 0x1112131415161718UL
#ifdef TWIN
#define WRITTEN 7
#else
#define WRITTEN READ
#endif
union word {
  char *address;
  unsigned long number;
};
static union word words[4];
static char place;
int main(void) {
  int i;
  for (i = 0; i < 4; i++)
    if (i == 0)
      words[i].address = &place;
    else
      words[i].number = WRITTEN;
  for (i = 1; i < 4; i++)
    if (words[i].number != READ) reach_error();
  return 0;
}
