long shift(int bits) {
  long one = 1;
  return bits < (int)(8 * sizeof(long)) ? one << bits : 0;
}
