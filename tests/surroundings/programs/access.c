// options: --entry fill --check assert,bounds
// broken: access outside any live object
void fill(void *to, unsigned char c, unsigned n) __attribute__((access(write_only, 1, 3), nonnull));
void fill(void *to, unsigned char c, unsigned n) {
#ifdef BROKEN
  ((unsigned char *)to)[n] = c;
#endif
  for (unsigned i = 0; i < n; i++)
    ((unsigned char *)to)[i] = c;
}
