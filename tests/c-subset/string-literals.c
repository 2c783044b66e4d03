// expect: exit 0
// expect: output 10 9 100 4 97
int printf(const char *, ...); unsigned long strlen(const char *);
int main(void) {
  const char *s = "one" " two\t\x41\101\0hidden"; char a[4] = "abcd"; int w[] = {L'a', u'b'};
  printf("%d %d %d %d %d\n", (int)strlen(s), s[7], a[3], (int)sizeof "xyz", w[0]);
  return 0;
}
