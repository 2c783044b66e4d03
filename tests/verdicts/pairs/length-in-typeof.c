// plain: unsafe
// twin: safe
// solved: default
// A length in typeof or typedef is computed where the declaration stands, and kept.
extern void reach_error(void);
int n = 3;
int main(void) {
  typeof(int[n++]) a;
  typedef char row[n++];
  n = 50;
  row r;
  int (*q)[sizeof r] = 0;
  typeof(*(n++, q)) b;
#ifdef TWIN
  if (sizeof a != 3 * sizeof(int) || sizeof r != 4 || sizeof b != 4 * sizeof(int) || n != 51) reach_error();
#else
  if (sizeof a == 3 * sizeof(int) && sizeof r == 4 && n == 51) reach_error();
#endif
  return 0;
}
