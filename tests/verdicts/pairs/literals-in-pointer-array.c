// plain: unsafe
// twin: safe
// solved: default
// An array of pointers is initialised by the addresses of array literals, not by their elements.
extern void reach_error(void);
struct rows { int *row[2]; };
int main(void) {
  struct rows r = {(int[]){4, 5}, (int[]){6}};
#ifdef TWIN
  if (r.row[0][1] != 5 || r.row[1][0] != 6) reach_error();
#else
  if (r.row[1][0] == 6) reach_error();
#endif
  return 0;
}
