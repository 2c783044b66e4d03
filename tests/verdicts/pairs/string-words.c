// plain: safe
// twin: unsafe
// options: --check bounds
// solved: default
// Backslashes are taken out of a text where it stands; in the twin one at the end hides the zero.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  char line[80];
  int n = 0;
  unsigned char c = __VERIFIER_nondet_uchar();
  while (c != 0 && c != '\n') {
    if (n < 79) line[n++] = (char)c;
    c = __VERIFIER_nondet_uchar();
  }
  line[n] = '\0';
  char *to = line;
  for (char *from = line; *from != '\0';) {
#ifdef TWIN
    if (*from == '\\') {
#else
    if (*from == '\\' && from[1] != '\0') {
#endif
      *to++ = from[1];
      from += 2;
    } else {
      *to++ = *from++;
    }
  }
  *to = '\0';
  return line[0] == 'a';
}
