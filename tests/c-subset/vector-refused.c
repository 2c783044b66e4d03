// expect: diagnostic "vector"
typedef int v4 __attribute__((vector_size(16)));
int main(void) { v4 a = {1, 2, 3, 4}; return a[0]; }
