// expect: diagnostic "variable-length array"
int size(int n) {
  struct buffer { int length; char data[n]; };
  return sizeof(struct buffer);
}
int main(void) { return size(3) == 0; }
