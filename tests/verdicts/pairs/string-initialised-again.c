// plain: unsafe
// twin: safe
// solved: default
// A second string starts the array anew; an index changes one character of the first.
extern void reach_error(void);
struct text { char s[4], t[4]; };
struct text g = {.s = "abc", .s = "x", .t = "abc", .t[1] = 'X'};
int main(void) {
#ifdef TWIN
  if (g.s[1] != 0 || g.s[2] != 0 || g.t[0] != 'a' || g.t[1] != 'X' || g.t[2] != 'c') reach_error();
#else
  if (g.s[2] == 0 && g.t[2] == 'c') reach_error();
#endif
  return 0;
}
