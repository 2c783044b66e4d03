// The initialiser of a static moves a pointer, too.
// plain: unsafe
// twin: safe
// options: --check pointer-overflow
// solved: default
static char bytes[4];
#ifdef TWIN
static char *end = bytes + 4;
#else
static char *end = bytes + 5;
#endif
int main(void) { return end == bytes; }
