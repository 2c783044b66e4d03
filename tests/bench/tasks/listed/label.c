int main(void) {
  int x = sizeof(long);
  if (x == 8)
    goto ERROR;
  return 0;
ERROR:
  return 1;
}
