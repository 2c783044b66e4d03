// plain: safe
// twin: unsafe
// options: --check overflow
// Nodes of a tree count their children, which are at most as many as there are nodes; what they add up to is more than an int holds, and
// less than a long does. The twin counts a child as very many.
extern int __VERIFIER_nondet_int(void);
struct node {
  int kind;
  int children;
  int parent;
};
int main(void) {
  struct node nodes[16];
  int next = 0, open = -1, i;
  long sum = 0;
  for (;;) {
    int c = __VERIFIER_nondet_int();
    if (c == 1 || c == 2) {
      if (next >= 16) break;
      struct node *node = &nodes[next++];
      node->kind = c;
      node->children = 0;
      node->parent = open;
#ifdef TWIN
      if (open >= 0) nodes[open].children += 200000000;
#else
      if (open >= 0) nodes[open].children += 1;
#endif
      if (c == 2) open = next - 1;
    } else if (c == 3) {
      if (open < 0) break;
      open = nodes[open].parent;
    } else if (c == 4) {
      break;
    }
  }
  for (i = 0; i < next; i++) sum += __VERIFIER_nondet_int();
  return sum > 1000;
}
