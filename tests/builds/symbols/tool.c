int helper(void);

int tool(void) {
  return helper();
}
