// options: --acsl all
// expect: diagnostic "'loop assigns' is not understood"
int main(void) {
  int i = 0;
  /*@ loop assigns i; */
  while (i < 10)
    i++;
  return 0;
}
