int nowhere(void) {
  return 0;
}

int broken(void) {
  return missing_variable;
}
