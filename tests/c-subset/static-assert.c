// expect: exit 0
_Static_assert(sizeof(int) == 4, "int has four bytes");
int main(void) { _Static_assert(1, "local"); return 0; }
