// plain: safe
// twin: unsafe
// options: --check bounds
// solved: default
// What lies beside an array in a structure is not changed by what an index of the array changes.
extern int __VERIFIER_nondet_int(void);
struct stack { int items[32]; int top; };
static int push(struct stack *s, int v) {
#ifdef TWIN
  if (s->top > 32) return 0;
#else
  if (s->top == 32) return 0;
#endif
  s->items[s->top++] = v;
  return 1;
}
static int pop(struct stack *s, int *v) {
  if (s->top == 0) return 0;
  *v = s->items[--s->top];
  return 1;
}
int main(void) {
  struct stack s;
  int v = 0;
  s.top = 0;
  for (;;) {
    int c = __VERIFIER_nondet_int();
    if (c == 0) return v;
    if (c > 0) push(&s, c);
    else pop(&s, &v);
  }
}
