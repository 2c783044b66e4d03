// expect: exit 0
// expect: output 4
int printf(const char *, ...);
struct message { int length; char data[0]; };
int main(void) { printf("%d\n", (int)sizeof(struct message)); return 0; }
