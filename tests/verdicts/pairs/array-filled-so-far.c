// plain: safe
// twin: unsafe
// options: --check bounds
// Nodes of a tree in the order in which they are opened, each with the number of its parent: what is closed was opened before. The twin
// takes the number of the next node for that of the last one.
extern int __VERIFIER_nondet_int(void);
struct node {
  int kind;
  int parent;
};
int main(void) {
  struct node nodes[16];
  int next = 0, open = -1;
  for (;;) {
    int c = __VERIFIER_nondet_int();
    if (c == 1) {
      if (next >= 16) break;
      struct node *node = &nodes[next++];
      node->kind = c;
      node->parent = open;
#ifdef TWIN
      open = next;
#else
      open = next - 1;
#endif
    } else if (c == 2) {
      if (open < 0) break;
      open = nodes[open].parent;
    } else if (c == 3) {
      break;
    }
  }
  return open;
}
