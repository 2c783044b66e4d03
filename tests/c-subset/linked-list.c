// expect: exit 0
// expect: output 3210
int printf(const char *, ...); void *malloc(unsigned long);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0; int s = 0;
  for (int i = 0; i < 4; i++) { struct node *n = malloc(sizeof *n); n->value = i; n->next = head; head = n; }
  for (struct node *p = head; p; p = p->next) s = s * 10 + p->value;
  printf("%d\n", s);
  return 0;
}
