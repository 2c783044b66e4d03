// expect: exit 0
// expect: output 4 4
int printf(const char *, ...); void *malloc(unsigned long);
struct message { int length; int data[]; };
int main(void) {
  struct message *m = malloc(sizeof *m + 3 * sizeof(int));
  m->length = 3; for (int i = 0; i < 3; i++) m->data[i] = i * i;
  printf("%d %d\n", (int)sizeof(struct message), m->data[2]);
  return 0;
}
