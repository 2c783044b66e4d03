// A static function of another file by CBMC's name, a stub in the place of a definition, a body that is left out.
int __CPROVER_file_local_table_c_s_slot(int hash, int size);
int lookup(int key);
int nondet_int(void);
int main(void) {
  int size = nondet_int(), hash = nondet_int();
  __CPROVER_assume(0 < size && size <= 8);
  int slot = __CPROVER_file_local_table_c_s_slot(hash, size);
  __CPROVER_assert(0 <= slot && slot < size, "slot");
  __CPROVER_assert(lookup(3) == 1, "the stub's answer");
  return 0;
}
