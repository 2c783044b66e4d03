// expect: diagnostic "incomplete"
struct unknown;
int main(void) { struct unknown v; return 0; }
