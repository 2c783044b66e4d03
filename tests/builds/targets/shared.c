int role(void) {
  return ROLE;
}
